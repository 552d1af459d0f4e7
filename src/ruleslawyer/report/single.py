"""A report of one rulebook in one file, to be mailed: the front page as it is, and the other pages packed beside it.
Or one finding in one file, which needs no scripts.

A link such as `?finding-015.html#step-2` opens the same file, and a script puts that page in place. The policy of the
page names its own script and style by their digests, and allows nothing else.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import posixpath
import re

from ruleslawyer.base.files.content import Json
from ruleslawyer.report.interchange import search_entries
from ruleslawyer.report.rendering import assets, script
from ruleslawyer.report.site import finding_alone, pages

FRONT = "index.html"
_MAIN = re.compile(r"<main[^>]*>(.*)</main>", re.DOTALL)
_TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)
_LINK = re.compile(r' href=("?)([^" >#]*)(#[^" >]*)?\1(?=[ >])')
_HEAD = re.compile(
    r'<meta http-equiv="?Content-Security-Policy[^>]*>|<link rel=stylesheet[^>]*>|<script [^>]*></script>'
)
"""What is elsewhere in a page of the site."""
_SCRIPTS = ("minisearch.js", "site.js", "single.js")
_ALONE = ("film", "pass_on")
"""What one finding alone has of the scripts."""
_NAV = re.compile(r"<nav[ >].*?</nav>", re.DOTALL)


def single(found: Json) -> str:
    """The file; equal documents give equal files."""
    made = pages(found, single=True)
    linked = {path: _link_pages(path, text, made) for path, text in made.items()}
    index = [search_entries(r, "?") for r in found["rulesets"]]
    inside = {_name(path): [_TITLE.findall(text)[0], _MAIN.findall(text)[0]] for path, text in linked.items()}
    packed = base64.b64encode(gzip.compress(json.dumps({"pages": inside, "index": index}).encode(), mtime=0)).decode()
    return _document(linked[FRONT], packed)


def _document(front: str, packed: str) -> str:
    """The front page with all that it needs in it."""
    texts = dict(assets())
    library, site, start = (texts[f"assets/{name}"] for name in _SCRIPTS)
    theme = texts["assets/theme.js"]
    script = f"{library}\nwindow.ruleslawyerStart = () => {{\n{site}}};\n{start}"
    page = _with_style(front, texts["assets/site.css"], (theme, script), f"\n<script>{theme}</script>")
    held = f'<script type="application/octet-stream" id="packed">{packed}</script>\n<script>{script}</script>\n'
    return page.replace("</body>", f"{held}</body>", 1)


def single_finding(found: Json, id_: str) -> str:
    """The file of one finding of the one rulebook of a document: its film is a list of steps where no script runs, and
    what would lead to other pages is text."""
    style = dict(assets())["assets/site.css"]
    page = _LINK.sub(lambda link: link[0] if not link[2] else "", _NAV.sub("", finding_alone(found, id_)))
    scripts = "".join(map(script, _ALONE))
    held = _with_style(page, style, (scripts,))
    return held.replace("</body>", f"<script>{scripts}</script>\n</body>", 1)


def _with_style(page: str, style: str, scripts: tuple[str, ...], more: str = "") -> str:
    """A page that has its style in it, with a policy that allows it and these scripts, and nothing else."""
    allowed = f"default-src 'none'; script-src {' '.join(map(_digest, scripts))}; style-src {_digest(style)}"
    policy = f"<meta http-equiv=\"Content-Security-Policy\" content=\"{allowed}; base-uri 'none'; form-action 'none'\">"
    once = iter((f"{policy}\n<style>{style}</style>{more}",))
    return _HEAD.sub(lambda _: next(once, ""), page)


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _name(path: str) -> str:
    """A page's name in the file: the pages of one rulebook lie in one folder."""
    return path.rpartition("/")[2]


def _address(path: str, place: str) -> str:
    return f"?{'' if path == FRONT else _name(path)}{place}"


def _link_pages(path: str, text: str, made: Json) -> str:
    """A page in which links to other pages open them in the same file."""

    def link(found: re.Match[str]) -> str:
        file, place = found[2], found[3] or ""
        target = posixpath.normpath(posixpath.join(posixpath.dirname(path), file)) if file else path
        if not file or target not in made:
            return found[0]
        return f' href="{_address(target, place)}"'

    return _LINK.sub(link, text)
