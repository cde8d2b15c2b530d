"""Modules of the browser client as one script."""

from pathlib import Path

import pytest

from signaling.bare import uncommented
from signaling.joined import joined, reached

WEB = Path(__file__).parent.parent / "peer" / "web"

MODULES = {
    "main.js": 'import { play } from "./play.js";\nimport {\n  say,\n  sing,\n} from '
    '"./words.js";\n\nplay(say, sing);\n',
    "play.js": 'import { say } from "./words.js";\n\n'
    "export function play() {\n  const text = say;\n}\n",
    "words.js": 'import { play } from "./play.js";\n'
    "const text = 1;\nexport const say = () => play;\nexport const sing = text;\n",
}


def lines(modules: dict[str, str], entry: str, there: dict[str, str]) -> list[str]:
    return "".join(joined(modules, entry, there)).splitlines()


def test_what_is_imported_comes_first_and_nothing_twice() -> None:
    assert reached(MODULES, "main.js") == ["words.js", "play.js", "main.js"]
    assert lines(MODULES, "main.js", {}) == [
        *("// words", "const text = 1;"),
        *("export const say = () => play;", "export const sing = text;"),
        *("// play", "export function play() {", "  const text = say;", "}"),
        *("// main", "play(say, sing);"),
    ]


def test_what_another_script_has_is_imported_from_there() -> None:
    earlier = dict.fromkeys(reached(MODULES, "play.js"), "play.js")
    assert lines(MODULES, "main.js", earlier) == [
        'import { play, say, sing } from "./play.js";',
        *("// main", "play(say, sing);"),
    ]


@pytest.mark.parametrize(
    ("other", "why"),
    [
        *(
            (line, "play.js and main.js both have a play")
            for line in (
                "let play = 1;",
                "var play = 1;",
                "function* play() {}",
                "export async function play() {}",
            )
        ),
        ("class text {}", "words.js and main.js both have a text"),
        (
            'import { go } from "./away.js";',
            "main.js imports away.js, which is not there",
        ),
        *(
            (line, f"main.js cannot be joined, as it says {line}")
            for line in (
                'import { say as tell } from "./words.js";',
                'import * as words from "./words.js";',
                'import words from "./words.js";',
                'import "./words.js";',
                'export * from "./words.js";',
                "export default play;",
                "export { play };",
                'import("./words.js");',
                "const { once, twice } = play;",
                "export const [once, twice] = play;",
                "let once, twice;",
            )
        ),
    ],
)
def test_what_cannot_be_joined_is_named(other: str, why: str) -> None:
    modules = {**MODULES, "main.js": MODULES["main.js"] + other + "\n"}
    with pytest.raises(ValueError) as error:
        lines(modules, "main.js", {})
    assert str(error.value) == why


def test_a_name_of_an_earlier_script_is_not_given_again() -> None:
    modules = {**MODULES, "main.js": MODULES["main.js"] + "let play = 1;\n"}
    with pytest.raises(ValueError) as error:
        lines(modules, "main.js", dict.fromkeys(reached(modules, "play.js"), "play.js"))
    assert str(error.value) == "play.js and main.js both have a play"


def test_a_script_that_is_missing_is_named() -> None:
    with pytest.raises(ValueError) as error:
        lines(MODULES, "start.js", {})
    assert str(error.value) == "start.js is not there"


@pytest.mark.parametrize("entry", ["language.js", "main.js", "rerun_page.js"])
def test_the_browser_client_can_be_joined(entry: str) -> None:
    modules = {path.name: uncommented(path.read_text()) for path in WEB.glob("*.js")}
    begins = [f"// {name.removesuffix('.js')}" for name in reached(modules, entry)]
    found = [line for line in lines(modules, entry, {}) if line[:3] == "// "]
    assert found == begins
