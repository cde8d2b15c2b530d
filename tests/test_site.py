"""The browser client as it is handed out."""

import gzip
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest

from shared.words import LANGUAGES, Language, catalogue
from signaling.server import start_server
from signaling.site import UNSENT, Site

FILES = {
    "index.html": '<script type="module" src="assets/@version@/first.js"></script>'
    '<link rel="icon" href="assets/@version@/icon.svg">'
    '<link rel="apple-touch-icon" href="assets/@version@/icon.png">'
    '<script type="module" src="assets/@version@/main.js"></script>'
    '<meta content="@description@"><!-- @noscript@ -->',
    "worker.js": 'const VERSION = "@version@"; const FILES = /* @files@ */ [];',
    "manifest.webmanifest": '{"lang": "@language@", "about": "@description@"}',
    "first.js": "/** What comes first. */\nexport const first = 1;\n",
    "main.js": 'import { first } from "./first.js";\n'
    'import { play } from "./play.js";\n\nplay(first);\n',
    "play.js": "export function play(one) {\n  return [one, 2];\n}\n",
    "icon.png": "an icon",
    "icon.svg": "<svg/>",
    "style.css": "body { color: green }",
    "notes.txt": "not for browsers",
}


JOINED = """import{first}from "./first.js";
// play
export function play(one){
return[one,2];
}
// main
play(first);
"""
"What main.js is with play.js, which it needs, and without what first.js has."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    return tmp_path


@asynccontextmanager
async def served(folder: Path | None) -> AsyncIterator[aiohttp.ClientSession]:
    server = await start_server("127.0.0.1", 0, site=folder)
    async with aiohttp.ClientSession(server.url, auto_decompress=False) as session:
        yield session
    await server.close()


async def test_the_page_names_its_files_by_their_content(folder: Path) -> None:
    version = Site(folder).version
    async with served(folder) as session, session.get("/") as page:
        assert page.headers["Cache-Control"] == "no-cache"
        assert page.content_type == "text/html"
        text = gzip.decompress(await page.read()).decode()
    script = f'<script type="module" src="assets/{version}/main.js"></script>'
    assert script in text
    (folder / "play.js").write_text("export const play = Boolean;")
    assert Site(folder).version != version


async def test_a_file_of_a_version_never_changes(folder: Path) -> None:
    version = Site(folder).version
    plain = {"Accept-Encoding": "identity"}
    async with served(folder) as session:
        async with session.get(f"/assets/{version}/main.js", headers=plain) as file:
            assert file.content_type == "text/javascript"
            assert await file.text() == JOINED
            caching = "public, max-age=31536000, immutable"
            assert file.headers["Cache-Control"] == caching
            assert "Content-Encoding" not in file.headers
            assert file.headers["Vary"] == "Accept-Encoding"
        async with session.get(f"/assets/{version}/style.css") as file:
            assert file.headers["Content-Encoding"] == "gzip"
            assert gzip.decompress(await file.read()) == FILES["style.css"].encode()


@pytest.mark.parametrize(
    "name", ["0/main.js", "{}/play.js", "{}/notes.txt", "{}/index.html", "x"]
)
async def test_nothing_else_is_there(folder: Path, name: str) -> None:
    path = f"/assets/{name.format(Site(folder).version)}"
    async with served(folder) as session:
        async with session.get(path) as answer:
            assert answer.status == 404


async def test_the_service_worker_knows_its_version_and_what_the_page_loads(
    folder: Path,
) -> None:
    (folder / "replay.html").write_text('<img src="assets/@version@/other.svg">')
    version = Site(folder).version
    async with served(folder) as session, session.get("/worker.js") as worker:
        assert worker.headers["Cache-Control"] == "no-cache"
        text = gzip.decompress(await worker.read()).decode()
    listed = '["first.js", "icon.svg", "main.js"]'
    assert text == f'const VERSION = "{version}"; const FILES = {listed};'


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_page_is_given_one_catalogue_without_what_terminals_say(
    folder: Path, language: Language
) -> None:
    version = Site(folder).version
    async with (
        served(folder) as session,
        session.get(f"/assets/{version}/{language}.json") as answer,
    ):
        assert answer.content_type == "application/json"
        assert answer.headers["Cache-Control"].endswith("immutable")
        texts = json.loads(gzip.decompress(await answer.read()))
    said = catalogue(language)
    unsent = ("term.", "rerun.", *UNSENT)
    assert texts == {key: said[key] for key in said if not key.startswith(unsent)}
    assert {"turn.call", "refused.not_your_turn", "rules.gin.turn"} <= texts.keys()


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_is_said_of_a_match_watched_again_is_apart(
    folder: Path, language: Language
) -> None:
    address = f"/assets/{Site(folder).version}/{language}.rerun.json"
    async with served(folder) as session, session.get(address) as answer:
        texts = json.loads(gzip.decompress(await answer.read()))
    said = catalogue(language).items()
    assert texts == {key: text for key, text in said if key.startswith("rerun.")}


async def test_a_script_imports_from_the_one_that_has_what_it_wants(
    folder: Path,
) -> None:
    page = FILES["index.html"] + '<script type="module" src="assets/third.js"></script>'
    (folder / "index.html").write_text(page)
    (folder / "third.js").write_text('import { first } from "./first.js";\nfirst();\n')
    address = f"/assets/{Site(folder).version}/third.js"
    async with served(folder) as session, session.get(address) as answer:
        text = gzip.decompress(await answer.read()).decode()
    assert text == 'import{first}from "./first.js";\n// third\nfirst();\n'


async def test_the_style_sheets_of_a_page_are_one(folder: Path) -> None:
    link = '<link rel="stylesheet" href="assets/@version@/{}.css">\n'
    page = link.format("style") + link.format("more")
    (folder / "index.html").write_text(page)
    (folder / "more.css").write_text("/* More */\n\np {\n  color: red\n}")
    version = Site(folder).version
    async with served(folder) as session:
        async with session.get("/") as answer:
            text = gzip.decompress(await answer.read()).decode()
        assert text == link.format("index").replace("@version@", version)
        async with session.get(f"/assets/{version}/index.css") as sheet:
            text = gzip.decompress(await sheet.read()).decode()
    assert text == "body{color:green}p{color:red}"


@pytest.mark.parametrize(
    ("name", "language", "about"),
    [
        ("manifest.webmanifest", "en", "Rummy with friends"),
        ("manifest.fr.webmanifest", "fr", "Le rami entre amis"),
        ("manifest.hi.webmanifest", "hi", "दोस्तों के साथ रमी"),
    ],
)
async def test_the_page_is_installed_in_the_language_of_its_reader(
    folder: Path, name: str, language: str, about: str
) -> None:
    async with served(folder) as session, session.get(f"/{name}") as answer:
        assert answer.content_type == "application/manifest+json"
        manifest = json.loads(gzip.decompress(await answer.read()))
    assert manifest["lang"] == language
    assert manifest["about"].startswith(about)


async def test_who_has_no_scripts_is_told_in_every_language(folder: Path) -> None:
    async with served(folder) as session, session.get("/") as page:
        text = gzip.decompress(await page.read()).decode()
    assert '<p lang="en">This page needs JavaScript' in text
    assert '<p lang="fr">Cette page a besoin de JavaScript' in text
    assert '<p lang="hi">इस पेज को JavaScript चाहिए' in text
    assert '<meta content="Rummy with friends: a room code' in text


async def test_nothing_runs_that_is_not_a_file_of_ours(folder: Path) -> None:
    async with served(folder) as session:
        for path in ("/", "/worker.js", "/healthz"):
            async with session.get(path) as answer:
                policy = answer.headers["Content-Security-Policy"]
                assert (
                    "default-src 'none'; script-src 'self'; style-src 'self'" in policy
                )
                assert "unsafe" not in policy
                assert answer.headers["X-Content-Type-Options"] == "nosniff"
                assert answer.headers["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize("folder", [None, Path("/nowhere")])
async def test_without_the_client_the_page_says_how_to_join_and_host(
    folder: Path | None,
) -> None:
    async with served(folder) as session, session.get("/") as page:
        text = gzip.decompress(await page.read()).decode()
    assert "rummyroom join CODE" in text
    assert "rummyroom host" in text
    assert "The browser client is not installed on this server." in text
