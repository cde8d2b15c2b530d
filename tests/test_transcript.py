"""The transcript of a match: what is in it, and that nothing can be changed."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from edits import unnoticed
from recorded import Recording, recording
from verified import run_node, second_opinion

from shared import shorthand, shuffle
from shared.actions import Discard, Draw, Knock, LayDown, LayOff, Pass, TakeJoker
from shared.replay import replay
from shared.transcript import TranscriptError, decode, link, mark, packed, unpacked

VECTORS = json.loads(Path(__file__).with_name("deal_vectors.json").read_text())

GAMES: list[tuple[str, int, int, dict[str, str]]] = [
    ("basic", 4, 2, {}),
    ("basic", 6, 2, {"preset": "pagat"}),
    ("basic", 2, 2, {"decks": "2", "jokers": "4", "joker_steal": "natural"}),
    ("basic", 5, 2, {"preset": "bicycle", "recycle_top": "keep"}),
    ("gin", 2, 3, {}),
    ("gin", 2, 2, {"preset": "gin_openspiel"}),
    ("rummikub", 3, 2, {}),
]

Line = list[Any]


def lines_of(data: bytes) -> list[Line]:
    return [json.loads(line) for line in data.splitlines()]


def forged(lines: list[Line]) -> bytes:
    """A file of ``lines`` whose hashes are right again."""
    texts, head = [], ""
    for line in lines:
        line[1] = head
        texts.append(json.dumps(line, separators=(",", ":"), sort_keys=True))
        head = link(texts[-1])
    return "".join(f"{text}\n" for text in texts).encode()


def refusal(data: bytes) -> str:
    with pytest.raises(TranscriptError) as error:
        replay(data)
    return str(error.value)


def of(lines: list[Line], kind: str, number: int = 0) -> Line:
    return [line for line in lines if line[0] == kind][number]


# Whole files


@pytest.mark.needs("nodejs")
@pytest.mark.parametrize(("game", "seats", "hands", "options"), GAMES)
def test_two_verifiers_agree_on_an_honest_match(
    game: str, seats: int, hands: int, options: dict[str, str], tmp_path: Path
) -> None:
    data = recording(game, seats, hands, **options)
    told = replay(data)
    assert len(told.hands) == hands and told.over is not None
    path = tmp_path / "match.jsonl"
    path.write_bytes(data)
    assert second_opinion(path) == "ok"


def test_nothing_secret_stands_in_it_before_the_hand_is_over() -> None:
    table = Recording(seats=3, hands=1)
    table.begin_hand()
    kinds = [json.loads(line)[0] for line in table.chronicle.lines]
    assert kinds == ["match", "commit", "deal"]
    hidden = packed(table.host_seed())
    while table.match is not None and table.match.result is None:
        assert hidden not in "".join(table.chronicle.lines)
        table.move()
    assert hidden in table.chronicle.lines[-2]


def test_every_edit_is_noticed() -> None:
    assert unnoticed(recording("gin", 2, 1), 400) == []


def test_ten_hands_of_four_players_are_a_small_file() -> None:
    assert len(recording("basic", 4, 10)) < 60_000


# Lies with hashes that are right


def swap(one: str, two: str) -> Callable[[list[Line]], None]:
    def change(lines: list[Line]) -> None:
        line = of(lines, "do")
        line[4] = line[4].replace(one, two)

    return change


def another_seed(lines: list[Line]) -> None:
    of(lines, "end")[2]["seed"] = packed(bytes(32))


def another_guest_seed(lines: list[Line]) -> None:
    of(lines, "deal")[2]["seats"][1] = packed(bytes(32))


def left_out(lines: list[Line]) -> None:
    of(lines, "deal")[2]["seats"][1] = "silent"


def more_points(lines: list[Line]) -> None:
    of(lines, "end")[2]["result"]["points"][0] += 1


def more_score(lines: list[Line]) -> None:
    of(lines, "end")[2]["scores"][0] += 1


def another_dealer(lines: list[Line]) -> None:
    fact = of(lines, "deal")[2]
    fact["dealer"] = (fact["dealer"] + 1) % 3


def another_winner(lines: list[Line]) -> None:
    fact = of(lines, "over")[2]
    fact["winners"] = [(fact["winners"][0] + 1) % 3]


def another_option(lines: list[Line]) -> None:
    lines[0][2]["options"]["decks"] = "nine"


def another_version(lines: list[Line]) -> None:
    lines[0][2]["version"] = 9


def another_card(lines: list[Line]) -> None:
    of(lines, "do", 1)[4] = "discard 7Z"


def no_action(lines: list[Line]) -> None:
    of(lines, "do", 1)[4] = "dance"


def earlier(lines: list[Line]) -> None:
    of(lines, "do", 3)[3] = 1


def no_turn(lines: list[Line]) -> None:
    line = of(lines, "do")
    line[2] = (line[2] + 1) % 3


def no_result(lines: list[Line]) -> None:
    lines.remove(of(lines, "over"))
    of(lines, "seal")[2] -= 1


def too_short(lines: list[Line]) -> None:
    lines.remove(of(lines, "do", -1))
    of(lines, "seal")[2] -= 1


def no_promise(lines: list[Line]) -> None:
    lines.remove(of(lines, "commit"))
    of(lines, "seal")[2] -= 1


def old_deal(lines: list[Line]) -> None:
    of(lines, "commit", 1)[2]["deal"] = 0


@pytest.mark.parametrize(
    ("lie", "why"),
    [
        (another_seed, "the seed of the host is not the one it had committed to"),
        (another_guest_seed, "the seed of seat 2 is not the one it had committed to"),
        (left_out, "seat 2 has a seed without a commitment, or none with one"),
        (more_points, "the hand did not end like this"),
        (more_score, "these are not the scores"),
        (another_winner, "the match did not end like this"),
        (another_option, "decks cannot be 'nine': choose 1 or 2"),
        (
            another_version,
            "this transcript is of version 9, and this program reads version 1",
        ),
        (another_card, "could not do this: '7Z' is not a card"),
        (no_action, "'dance' is not an action"),
        (earlier, "this was before what stands on the line before"),
        (no_turn, "could not do this: it is not your turn"),
        (no_result, "the match is over: its result should stand here"),
        (too_short, "the hand was not over"),
        (no_promise, "this line cannot stand here"),
        (old_deal, "this deal has been before"),
    ],
)
def test_a_lie_is_named_with_its_line(
    lie: Callable[[list[Line]], None], why: str
) -> None:
    lines = lines_of(recording("basic", 3, 2))
    lie(lines)
    said = refusal(forged(lines))
    assert said.startswith("line ") and why in said


def test_the_dealer_follows_from_the_first_deck() -> None:
    lines = lines_of(recording("basic", 3, 1))
    dealer = of(lines, "deal")[2]["dealer"]
    another_dealer(lines)
    assert (
        refusal(forged(lines)) == f"line 3: seat {dealer + 1} deals, and it is hand 1"
    )


def test_what_is_not_a_transcript_is_refused() -> None:
    data = recording("gin", 2, 1)
    assert refusal(b"") == "line 1: the file ends before its last line"
    assert refusal(b"\xff\n") == "line 1: this is not text"
    assert refusal(data[:-1]).endswith("this line has no end")
    assert refusal(b"{}\n").startswith("line 1: this is not a line of a transcript: ")
    assert refusal(b" " + data) == "line 1: this line is not in its canonical form"
    assert refusal(data + b"{}\n").endswith("there are lines behind the last one")
    swapped = data.splitlines(keepends=True)
    swapped[3:5] = swapped[4], swapped[3]
    why = "line 4: this line does not carry the hash of the line before"
    assert refusal(b"".join(swapped)) == why


# Parts


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("draw", Draw("stock")),
        ("take", Draw("discard")),
        ("take 7H'", Draw("discard", "7H'")),
        ("meld 7H 8H J", LayDown(("7H", "8H", "J"))),
        ("lay 7H 2", LayOff("7H", 2)),
        ("lay J 0 low", LayOff("J", 0, "low")),
        ("joker 7H 1", TakeJoker("7H", 1)),
        ("discard KC", Discard("KC")),
        ("pass", Pass()),
        ("knock KC 7H+8H+9H", Knock("KC", (("7H", "8H", "9H"),))),
        ("knock -", Knock(None, ())),
    ],
)
def test_an_action_has_one_text(text: str, action: Any) -> None:
    assert shorthand.written(action) == text
    assert shorthand.read(text) == action


@pytest.mark.parametrize(
    "text", ["", "Draw", "draw ", "lay 7H x", "lay 7H 02", "take 7H 8H"]
)
def test_no_other_text_is_an_action(text: str) -> None:
    with pytest.raises(ValueError):
        shorthand.read(text)


def test_a_mark_has_five_symbols_of_a_room_code() -> None:
    assert mark("") == "NJ3MT"
    assert mark(" ") != mark("")


def test_bytes_have_one_text() -> None:
    assert unpacked(packed(bytes(range(32)))) == bytes(range(32))
    for text in ("", "A" * 42 + "B", "A" * 44, "é" * 43):
        with pytest.raises(ValueError) as refusal:
            unpacked(text)
        assert str(refusal.value) == "this is not the base64url of 32 bytes"


def test_a_line_may_not_be_longer_than_any_is() -> None:
    with pytest.raises(ValueError) as refusal:
        decode('["do","",0,0,"' + "x" * 9000 + '"]')
    assert str(refusal.value) == "this line is too long"


# The vectors that the browser reads too


@pytest.mark.parametrize("vector", VECTORS)
def test_deals_follow_from_their_seeds(vector: dict[str, Any]) -> None:
    table, deal, seats = vector["table"], vector["deal"], vector["seats"]
    seeds = [unpacked(seed) for seed in vector["seeds"]]
    assert vector["commitments"] == [
        packed(shuffle.promise(table, deal, seat, seed))
        for seat, seed in zip(seats, seeds, strict=True)
    ]
    root = shuffle.root(table, deal, seeds)
    deck = shuffle.shuffle(vector["cards"], root)
    assert (packed(root), list(deck)) == (vector["root"], vector["deck"])
    assert shuffle.first_dealer(root, vector["players"]) == vector["dealer"]
    pile = bytes(vector["pile"])
    for times, cards in enumerate(vector["reshuffled"], 1):
        assert list(shuffle.reshuffle(pile, bytes(deck), times)) == cards


@pytest.mark.needs("nodejs")
def test_the_second_implementation_reproduces_all_vectors() -> None:
    script = """
    import { readFileSync } from "node:fs";
    import * as fair from "./verifier.mjs";
    const read = (name) => JSON.parse(readFileSync(name, "utf8"));
    const bytes = (text) => Buffer.from(text, "base64url");
    let held = 0;
    const hold = (one, two) => {
      if (JSON.stringify(one) !== JSON.stringify(two)) throw new Error(`${one} ${two}`);
      held += 1;
    };
    for (const v of read("deal_vectors.json")) {
      const seeds = v.seeds.map(bytes);
      const root = fair.rootOf(v.table, v.deal, seeds);
      hold(root.toString("base64url"), v.root);
      hold(fair.shuffle(v.cards, root), v.deck);
      hold(fair.firstDealer(root, v.players), v.dealer);
      hold(
        v.seats.map((seat, i) => fair.promise(v.table, v.deal, seat, seeds[i])
          .toString("base64url")),
        v.commitments,
      );
      v.reshuffled.forEach((cards, i) =>
        hold(fair.reshuffled(v.pile, v.deck, i + 1), cards));
    }
    for (const v of read("shuffle_vectors.json")) {
      const seeds = v.seeds.map((seed) => Buffer.from(seed, "hex"));
      const root = fair.rootOf(v.match, v.hand, seeds);
      hold(root.toString("hex"), v.root);
      hold(fair.shuffle(v.cards, root), v.deck);
    }
    console.log(held);
    """
    assert run_node(script) == "40\n"
