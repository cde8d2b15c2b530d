"""
The browser client's files, read once and served from memory.

Scripts go out without their comments and most spaces, which would be a quarter of
everything. A script that a page names is one with all the modules that it needs, and so
are the style sheets of a page: to ask for each takes time, and what is packed together
is smaller. The page itself and what has to stay at its address are asked for anew each
time; everything else lies below a folder named for the content of all, and never
changes. Beside the files lie the catalogues of all languages; a page loads one of them.
"""

import gzip
import hashlib
import html
import json
import re
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from aiohttp import web

from shared.words import LANGUAGES, TERMINAL, Language, read_catalogue
from signaling.bare import bare_sheet, tight, uncommented
from signaling.joined import joined, reached

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

APART = "rerun."
"How the keys begin that only the page says on which a match is watched again."

UNSENT = (
    *("page.", "host.unsaved", "muted", "unmuted", "opened.", "opens.", "watchers."),
    *("seat.muted", "seat.opened", "story.closes", "story.opens"),
    # What can be done by typing or by a terminal's menu
    *("do.agree", "do.ask.", "do.change", "do.clocks", "do.closes", "do.decline"),
    *("do.end", "do.hand_back", "do.hand_over", "do.kick", "do.lock", "do.minute"),
    *("do.opens", "do.phrases", "do.send_away", "do.takeback"),
    *("do.unlock", "do.unmute"),
    # What only a host is told
    *("refused.game_being_dealt", "refused.game_in_hand", "refused.no_such_seat"),
    *("refused.nobody_there", "refused.nobody_to_return", "refused.nobody_watches"),
    *("refused.not_for_these", "refused.patience"),
    *("refused.own_seat", "refused.term_in_hand", "refused.too_few_seats"),
    *("refused.too_many_people", "signal.claim"),
    # and who types
    *("refused.no_such_card", "refused.no_such_set", "refused.no_such_tile"),
    *("refused.not_at_hand", "refused.not_held"),
    *("refused.not_in_set", "refused.not_understood"),
)
"The same of what no script says: it is written into pages here, or is of terminals."

_FRESH = (INDEX, RERUN, WORKER, MANIFEST)
_TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
_SHIPPED = {".css", ".html", ".png", ".svg", ".webmanifest"}

_SCRIPTS = re.compile(r'<script type="module"[^>]* src="[^"]*/([\w.]+)"')
_NAMED = re.compile(r'"assets/@version@/([\w-]+\.(?:js|css|svg))"')
_SHEETS = re.compile(r'(?:<link rel="stylesheet" href="assets/@version@/[\w.]+">\n)+')


class _File(NamedTuple):
    packed: bytes
    type: str


class Site:
    """What a browser is given; without a ``folder``, a page that says what to do."""

    def __init__(self, folder: Path | None = None) -> None:
        found = _found(folder)
        self.version = _version(found)
        "Named in the address of every file that never changes."

        said = _said("page.description", "page.script")
        self._descriptions = {language: said[language][0] for language in LANGUAGES}
        self._noscript = "\n".join(
            f'<p lang="{language}">{html.escape(script)}</p>'
            for language, (_, script) in said.items()
        )
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
        text = data.decode().replace("@version@", self.version)
        text = text.replace("@language@", language)
        text = text.replace("@description@", self._descriptions[language])
        text = text.replace("<!-- @noscript@ -->", self._noscript)
        # The worker adds the one catalogue that its reader has.
        kept = dict.fromkeys(_NAMED.findall(found[INDEX].decode()))
        listed = ", ".join(f'"{name}"' for name in kept)
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


def manifest(language: Language) -> str:
    """The name that the manifest of a language has."""
    return MANIFEST if language == "en" else f"manifest.{language}.webmanifest"


def _said(*keys: str) -> dict[Language, list[str]]:
    """What every language says under ``keys``; its catalogue is not kept."""
    every = ((language, read_catalogue(language)) for language in LANGUAGES)
    return {language: [texts[key] for key in keys] for language, texts in every}


def _found(folder: Path | None) -> dict[str, bytes]:
    """The files by name, as they are handed out."""
    if folder is None or not (folder / INDEX).is_file():
        return {}
    files = {
        path.name: path.read_bytes()
        for path in sorted(folder.iterdir())
        if path.suffix in _SHIPPED
    }
    for language in LANGUAGES:
        files |= _texts(language)
    modules = {
        path.name: uncommented(path.read_text(encoding="utf-8"))
        for path in sorted(folder.glob("*.js"))
    }
    files = _dressed(files)
    return files | _scripts([files.get(page, b"") for page in (INDEX, RERUN)], modules)


def _scripts(pages: list[bytes], modules: dict[str, str]) -> dict[str, bytes]:
    """The scripts that ``pages`` name, with all that these need, and the worker."""
    scripts = {WORKER: tight(modules.pop(WORKER)).encode()}
    for page in pages:
        there: dict[str, str] = {}
        for script in _SCRIPTS.findall(page.decode()):
            if script not in scripts:
                parts = joined(modules, script, there)
                scripts[script] = b"".join(tight(part).encode() for part in parts)
            there = dict.fromkeys(reached(modules, script), script) | there
    return scripts


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
        sheets = "".join(bare_sheet(found[name].decode()) for name in names)
        dressed[sheet] = sheets.encode()
        link = f'<link rel="stylesheet" href="assets/@version@/{sheet}">\n'
        dressed[page] = _SHEETS.sub(link, text).encode()
    return dressed


def _texts(language: Language) -> dict[str, bytes]:
    """What pages say in this language, and what only one of them does."""
    parts: dict[str, dict[str, str]] = {}
    for key, text in read_catalogue(language).items():
        if not key.startswith((TERMINAL, *UNSENT)):
            part = APART if key.startswith(APART) else ""
            parts.setdefault(part, {})[key] = text
    return {f"{language}.{part}json": _compact(said) for part, said in parts.items()}


def _compact(texts: dict[str, str]) -> bytes:
    return json.dumps(texts, ensure_ascii=False, separators=(",", ":")).encode()


def _version(found: dict[str, bytes]) -> str:
    content = hashlib.sha256()
    for name, data in found.items():
        content.update(name.encode() + b"\0" + hashlib.sha256(data).digest())
    return content.hexdigest()[:12]


def _file(name: str, data: bytes) -> _File:
    return _File(gzip.compress(data, mtime=0), _TYPES[Path(name).suffix])


def _answer(request: web.Request, file: _File | None, caching: str) -> web.Response:
    if file is None:
        raise web.HTTPNotFound(headers=HEADERS)
    headers = {**HEADERS, "Cache-Control": caching, "Vary": "Accept-Encoding"}
    body = file.packed
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        headers["Content-Encoding"] = "gzip"
    else:
        body = gzip.decompress(body)
    charset = None if file.type.startswith("image/") else "utf-8"
    return web.Response(
        body=body, content_type=file.type, charset=charset, headers=headers
    )
