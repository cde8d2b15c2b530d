"""Scripts and style sheets of the browser client without what only readers need."""

import pytest

from signaling.bare import bare, bare_sheet


def test_scripts_go_out_without_comments_each_line_where_it_was() -> None:
    script = """/**
 * What it does.
 */
import { a } from "./a.js"; // why

  /** @type {A} */ (a).b();
  /** @type {A} */ (a.b).c(/** @type {B} */ (b) => b + 1);
  /** Of a. */
  // It is so.
const url = "https://example.org"; /* @files@ */
"""
    lines = [
        *["", "", "", 'import{a}from "./a.js";', ""],
        *["(a).b();", "(a.b).c((b)=>b + 1);", "", ""],
        'const url = "https://example.org"; /* @files@ */',
    ]
    assert bare(script).splitlines() == lines


@pytest.mark.parametrize(
    ("line", "sent"),
    [
        ("if (a && !b) { c = [1, 2]; }", "if(a&&!b){c=[1,2];}"),
        ("a = b + +c - -d ? -1 : e;", "a=b + +c - -d?-1:e;"),
        ("""say("a, b", 'c = "d"', { e });""", """say("a, b",'c = "d"',{e});"""),
        (r'say("a \\", b, " , \" , ");', r'say("a \\",b," , \" , ");'),
        ("say(`a, ${b ?? c}, d`, e);", "say(`a, ${b ?? c}, d`,e);"),
        ("say(`a, ${b ? `c, ` : d}, e`, f);", "say(`a, ${b ? `c, ` : d}, e`, f);"),
        ('a = b.replace(/c, "d/, e);', 'a = b.replace(/c, "d/, e);'),
        ("a = b / c; // d, e", "a = b / c;"),
        ("a = 'b; // c';", "a='b; // c';"),
    ],
)
def test_spaces_that_say_nothing_are_left_out(line: str, sent: str) -> None:
    assert bare(line) == sent


def test_style_sheets_too() -> None:
    sheet = """/* What
it is about. */

.a,
.b > c:hover {
  /* why */
  margin: 0 calc(1px + 2px);
  font: 1em "A, B", c;
}
"""
    assert bare_sheet(sheet) == (
        '.a,.b > c:hover{margin:0 calc(1px + 2px);font:1em "A, B",c;}'
    )
