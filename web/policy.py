"""What the site tells browsers about itself: in the page, and in the files that hosts read headers from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from okey.rooms.relay.site import FOR_EVER

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

CONTENT = {
    "default-src": "'self'",
    "script-src": "'self' 'wasm-unsafe-eval'",
    "connect-src": "'self'",
    "worker-src": "'self'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'none'",
}
"""The Content-Security-Policy. `wasm-unsafe-eval` lets WebAssembly be compiled, and no text become JavaScript."""

UNUSED = """
    accelerometer browsing-topics camera display-capture geolocation gyroscope hid identity-credentials-get magnetometer
    microphone midi payment publickey-credentials-get serial usb xr-spatial-tracking
""".split()
"""What the game never asks the browser for, and what nothing inside its page may ask for either."""


def content_policy(relay: str = "") -> str:
    """Gets the Content-Security-Policy, with the origin of a relay for rooms if there is one."""
    directives = CONTENT | {"connect-src": f"{CONTENT['connect-src']} {relay}".strip()}
    return "; ".join(f"{name} {sources}" for name, sources in directives.items())


def headers(relay: str = "") -> dict[str, str]:
    """Gets the headers that every file of the site should have."""
    return {
        "Content-Security-Policy": content_policy(relay),
        "Cross-Origin-Resource-Policy": "cross-origin",  # other sites may show the game in a frame, isolated ones too
        "Permissions-Policy": ", ".join(f"{feature}=()" for feature in UNUSED),
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
    }


def netlify(every: Mapping[str, str], hashed: Iterable[str]) -> str:
    """Gets the text of `_headers`, which Netlify, Cloudflare Pages and others read."""
    rules = ["/*", *(f"  {name}: {value}" for name, value in every.items())]
    for name in hashed:
        rules += [f"/{name}", f"  Cache-Control: {FOR_EVER}"]
    return "\n".join(rules) + "\n"


def apache(every: Mapping[str, str]) -> str:
    """Gets the text of `.htaccess`: types and headers."""
    told = "\n".join(f'    Header set {name} "{value}"' for name, value in every.items())
    return APACHE.format(headers=told, for_ever=FOR_EVER)


APACHE = r"""AddType text/javascript .mjs
AddType application/wasm .wasm
AddType application/zip .apk
AddType application/manifest+json .webmanifest
<IfModule mod_headers.c>
{headers}
    Header set Cache-Control "no-cache"
    <FilesMatch "\.[0-9a-f]{{16}}\.\w+(\.\w+)?$">
        Header set Cache-Control "{for_ever}"
    </FilesMatch>
</IfModule>
"""
