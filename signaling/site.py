"""
The browser client's files, read once and served from memory.

Scripts go out without their comments and indentation, which would be a quarter of
everything; each line stays where it is, so that an error is found. The style sheets of
a page are one, for what is packed together is smaller. The page itself and what has to
stay at its address are asked for anew each time; everything else lies below a folder
named for the content of all, and never changes. Beside the files lie the catalogues of
all languages, of which a page loads one; what few people read is apart.
"""

import gzip
import hashlib
import html
import json
import mimetypes
import re
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from aiohttp import web

from shared.words import LANGUAGES, TERMINAL, Language, catalogue

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
        " connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none';"
        " form-action 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"Of every answer: nothing comes from elsewhere, nothing runs that is not a file."

FRESH = "no-cache"
FOR_EVER = "public, max-age=31536000, immutable"

PAGE = files("signaling").joinpath("page.html").read_text(encoding="utf-8")
"How to join and host, where the browser client is not installed."

INDEX, WORKER, MANIFEST = "index.html", "worker.js", "manifest.webmanifest"
RERUN = "replay.html"
"Where a finished match is watched again."

APART = ("rules.", "rerun.")
"How the keys begin of what a page fetches when its player asks for it."

LATER = (
    *("refused.", "bye.", "why.", "because.", "menu.", "set.", "phrase.", "leave."),
    *("talk.", "people.mute", "people.opens", "vote.sure"),
    *("end.aim", "end.bonus", "end.head", "end.whys"),
    *("clock.bank", "clock.minutes", "clock.none", "clock.own", "clock.patience"),
    *("clock.theirs", "clock.turn"),
)
"The same of what a page fetches once its player sits, with what says it."

AT_ONCE = (
    *("bye.left", "menu.copied", "menu.game", "menu.rules"),
    *("set.add", "set.language", "set.wrong"),
)
"Of these what is said before; and so is what ends with .other, in place of the rest."

UNSENT = (
    *("page.", "host.unsaved", "muted", "unmuted", "opened.", "opens.", "watchers."),
    *("story.closes", "story.opens"),
)
"The same of what no script says: it is written into pages here, or is of terminals."

_FRESH = (INDEX, RERUN, WORKER, MANIFEST)
_TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json"}
_SHIPPED = {".css", ".html", ".js", ".png", ".svg", ".webmanifest"}


_COMMENTS = re.compile(r"/\*\*(?:[^*]|\*(?!/))*\*/ ?|^ *//[^\n]*$", re.MULTILINE)
"Those of JSDoc, and others that have their lines for themselves."

_REMARKS = re.compile(r"^/\*.*?\*/\n+", re.MULTILINE | re.DOTALL)
"Comments of style sheets."

_INDENTS = re.compile(r"^ +", re.MULTILINE)

_SCRIPTS = re.compile(r'<script type="module"[^>]* src="[^"]*/([\w.]+)"')
_IMPORTS = re.compile(r'^(?:import|export|\}) .*"\./([\w.]+)";$', re.MULTILINE)
_SHEETS = re.compile(r'(?:<link rel="stylesheet" href="assets/@version@/[\w.]+">\n)+')
_LATER = re.compile(r'\bimport\("\./([\w.]+)"\)')


class _File(NamedTuple):
    text: bytes
    packed: bytes
    type: str


class Site:
    """What a browser is given; without a ``folder``, a page that says what to do."""

    def __init__(self, folder: Path | None = None) -> None:
        found = _found(folder)
        self.version = _version(found)
        "Named in the address of every file that never changes."

        self._assets: dict[str, _File] = {}
        self._fresh: dict[str, _File] = {}
        for name, data in found.items():
            if name in (INDEX, RERUN, WORKER):
                self._fresh[name] = _file(name, self._filled_in(data, found))
            elif name == MANIFEST:
                for language in LANGUAGES:
                    text = self._filled_in(data, found, language)
                    self._fresh[manifest(language)] = _file(name, text)
            else:
                self._assets[name] = _file(name, data)
        if INDEX not in self._fresh:
            self._fresh[INDEX] = _file(INDEX, PAGE.encode())

    def routes(self) -> list[web.RouteDef]:
        """Where all this is."""
        return [
            web.get("/", self._page),
            web.get("/replay", self._rerun),
            web.get(f"/{{name:{WORKER}|manifest[.a-z]*}}", self._page),
            web.get("/assets/{version}/{name}", self._asset),
        ]

    def packed_size(self, name: str) -> int:
        """Bytes of a file, as it travels."""
        return len({**self._assets, **self._fresh}[name].packed)

    def _filled_in(
        self, data: bytes, found: dict[str, bytes], language: Language = "en"
    ) -> bytes:
        """A file that names others, with the version that they have."""
        text = data.decode()
        scripts = [name for name in _SCRIPTS.findall(text) if name in found]
        modules = "\n".join(
            f'<link rel="modulepreload" href="assets/{self.version}/{name}">'
            for name in reached(scripts, _modules(found))
        )
        # The worker adds the one catalogue that its reader has.
        kept = [name for name in found if name not in _FRESH and name[-5:] != ".json"]
        listed = ", ".join(f'"{name}"' for name in kept)
        text = _described(text, language).replace("@version@", self.version)
        text = text.replace("<!-- @modules@ -->", modules)
        return text.replace("/* @files@ */ []", f"[{listed}]").encode()

    async def _page(self, request: web.Request) -> web.Response:
        name = request.match_info.get("name", INDEX)
        return _answer(request, self._fresh.get(name), FRESH)

    async def _rerun(self, request: web.Request) -> web.Response:
        return _answer(request, self._fresh.get(RERUN), FRESH)

    async def _asset(self, request: web.Request) -> web.Response:
        if request.match_info["version"] != self.version:
            return _answer(request, None, FRESH)
        return _answer(request, self._assets.get(request.match_info["name"]), FOR_EVER)


def bare(script: str) -> str:
    """``script`` without comments and indentation, and with as many lines."""
    text = _COMMENTS.sub(lambda comment: "\n" * comment[0].count("\n"), script)
    return _INDENTS.sub("", text)


def manifest(language: Language) -> str:
    """The name that the manifest of a language has."""
    return MANIFEST if language == "en" else f"manifest.{language}.webmanifest"


def reached(
    scripts: list[str], found: dict[str, str], later: bool = False
) -> list[str]:
    """The modules that these need to start, or ``later`` on, too."""
    names = list(dict.fromkeys(scripts))
    for name in names:
        imports = _IMPORTS.findall(found[name])
        imports += _LATER.findall(found[name]) if later else []
        names += [one for one in dict.fromkeys(imports) if one not in names]
    return names


def _modules(found: dict[str, bytes]) -> dict[str, str]:
    return {name: data.decode() for name, data in found.items() if name[-3:] == ".js"}


def _described(text: str, language: Language) -> str:
    """What a page says without a script, in this language or in all of them."""
    texts = catalogue(language)
    lines = [
        f'<p lang="{each}">{html.escape(catalogue(each)["page.script"])}</p>'
        for each in LANGUAGES
    ]
    text = text.replace("@language@", language)
    text = text.replace("@description@", texts["page.description"])
    return text.replace("<!-- @noscript@ -->", "\n".join(lines))


def _found(folder: Path | None) -> dict[str, bytes]:
    """The files by name, as they are handed out."""
    if folder is None or not (folder / INDEX).is_file():
        return {}
    files = {
        path.name: path.read_bytes()
        for path in sorted(folder.iterdir())
        if path.suffix in _SHIPPED
    }
    for name in [name for name in files if name.endswith(".js")]:
        files[name] = bare(files[name].decode()).encode()
    for language in LANGUAGES:
        files |= _texts(language)
    return _dressed(files)


def _dressed(found: dict[str, bytes]) -> dict[str, bytes]:
    """The same, with one style sheet for each page in place of those that it names."""
    dressed = dict(found)
    for page in (INDEX, RERUN):
        text = found.get(page, b"").decode()
        names = re.findall(r'rel="stylesheet" href="[^"]*/([\w.]+)"', text)
        if not names:
            continue
        for name in names:
            dressed.pop(name, None)
        sheet = page.replace(".html", ".css")
        sheets = "".join(_REMARKS.sub("", found[name].decode()) for name in names)
        dressed[sheet] = _INDENTS.sub("", sheets).encode()
        link = f'<link rel="stylesheet" href="assets/@version@/{sheet}">\n'
        dressed[page] = _SHEETS.sub(link, text).encode()
    return dressed


def _texts(language: Language) -> dict[str, bytes]:
    """What a page says in this language, and, apart, what it rarely says."""
    parts: dict[str, dict[str, str]] = {}
    for key, text in catalogue(language).items():
        if not key.startswith((TERMINAL, *UNSENT)):
            parts.setdefault(part_of(key), {})[key] = text
    return {f"{language}.{part}json": _compact(said) for part, said in parts.items()}


def part_of(key: str) -> str:
    """The part of the catalogue that a text is in; empty: what a page begins with."""
    if key.startswith(APART):
        return key.partition(".")[0] + "."
    is_late = key.startswith(LATER) and not key.startswith(AT_ONCE)
    return "later." if is_late and not key.endswith(".other") else ""


def _compact(texts: dict[str, str]) -> bytes:
    return json.dumps(texts, ensure_ascii=False, separators=(",", ":")).encode()


def _version(found: dict[str, bytes]) -> str:
    content = hashlib.sha256()
    for name, data in found.items():
        content.update(name.encode() + b"\0" + hashlib.sha256(data).digest())
    return content.hexdigest()[:12]


def _file(name: str, data: bytes) -> _File:
    guessed = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return _File(
        data, gzip.compress(data, mtime=0), _TYPES.get(Path(name).suffix, guessed)
    )


def _answer(request: web.Request, file: _File | None, caching: str) -> web.Response:
    if file is None:
        raise web.HTTPNotFound(headers=HEADERS)
    headers = {**HEADERS, "Cache-Control": caching, "Vary": "Accept-Encoding"}
    body = file.text
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        headers["Content-Encoding"] = "gzip"
        body = file.packed
    charset = None if file.type.startswith("image/") else "utf-8"
    return web.Response(
        body=body, content_type=file.type, charset=charset, headers=headers
    )
