from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]


def test_the_workflow_builds_and_deploys_the_site() -> None:
    text = (ROOT / ".github/workflows/pages.yml").read_text()
    jobs = yaml.safe_load(text)["jobs"]
    assert jobs["build"]["container"] == "debian:12", "what the build is made for"
    steps = jobs["build"]["steps"]
    build = next(step for step in steps if step.get("run") == "make build")
    assert build["env"]["OKEY_SITE"] == "${{ steps.pages.outputs.base_url }}"
    upload = next(step for step in steps if "upload-pages-artifact" in step.get("uses", ""))
    assert upload["with"]["path"] == "build/web"
    assert jobs["deploy"]["needs"] == "build"
    assert jobs["deploy"]["permissions"] == {"pages": "write", "id-token": "write"}
