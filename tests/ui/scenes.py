"""All scenes that the app knows, found in its code."""

import importlib
import pkgutil

import okey.ui
from okey.ui.scenes.base import Scene


def _below(scene: type[Scene]) -> list[type[Scene]]:
    return [scene, *(found for child in scene.__subclasses__() for found in _below(child))]


def scenes() -> dict[str, type[Scene]]:
    """Gets the scenes by the name under which the page tells them."""
    for module in pkgutil.walk_packages(okey.ui.__path__, f"{okey.ui.__name__}."):
        if not module.name.endswith("__main__"):  # that one runs the game
            importlib.import_module(module.name)
    return {scene.name: scene for scene in _below(Scene) if scene.name and scene.__module__.startswith("okey.")}
