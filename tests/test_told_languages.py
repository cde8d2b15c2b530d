"""Who sits there, what is waited for and what it came to, in French and in Hindi."""

from pathlib import Path
from typing import get_args

import pytest
from dealt import CGIO, dealt
from ginhands import CGIO as GIN
from ginhands import gin
from msgspec.structs import replace
from recorded import recording
from seated import FREE, Seated, at, bot, person
from spoken import speaking
from test_results import WON, match

from peer import record_commands, results, whys
from peer.accounts import shown, verdict, verified
from peer.comings import changes
from peer.headline import headline
from peer.options import read_options
from peer.rerun import Rerun
from peer.results import HandResult
from peer.story import People
from shared.events import HandEnded
from shared.reasons import Level, Reason, Why
from shared.replay import replay
from shared.words import LANGUAGES, Language, say

DATA = recording("basic", 3, 1)
AWAY = person("Bob", here=False)


def plain(lines: list[str]) -> list[str]:
    """With spaces of one kind; French has one that no line ends at."""
    return [line.replace("\u00a0", " ") for line in lines]


LOBBY = {
    "fr": [
        "On joue : Rami classique à 4, jusqu’à 100 points.",
        "Place 1 : Mira (vous).",
        "Place 2 : Bob, hors ligne.",
        "Place 3 : Ada (ordinateur, niveau difficile).",
        "Place 4 : libre.",
        "1 place est libre. Attendez quelqu’un, ou tapez start pour jouer avec "
        "l’ordinateur.",
    ],
    "hi": [
        "खेल: सादी रमी, 4 खिलाड़ी, 100 अंकों तक।",
        "सीट 1: Mira (आप)।",
        "सीट 2: Bob, कनेक्शन नहीं।",
        "सीट 3: Ada, कंप्यूटर खिलाड़ी (कठिन)।",
        "सीट 4: ख़ाली।",
        "1 सीट ख़ाली है। और लोगों का इंतज़ार करें, या कंप्यूटर के साथ खेलने को start लिखें।",
    ],
}


@pytest.mark.parametrize("language", ["fr", "hi"])
def test_the_lobby(language: Language) -> None:
    ada = replace(bot("Ada"), level="hard")
    with speaking(language):
        seated = Seated(person("Mira"), AWAY, ada, FREE, host=True)
        assert plain(seated.updated()) == LOBBY[language]


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (
            "fr",
            "Bob est hors ligne ; sa place est gardée. L’ordinateur jouera à sa "
            "place après 1 minute.",
        ),
        ("hi", "Bob का कनेक्शन नहीं है; सीट रखी हुई है। 1 मिनट बाद कंप्यूटर खेल जारी रखेगा।"),
    ],
)
def test_who_is_missed(language: Language, told: str) -> None:
    player = at(dealt(["KC 2S", "3D 5D"], phase="play"))
    now = replace(player.table, seats=(person("Mira"), AWAY))
    with speaking(language):
        assert plain(changes(player.table, now, People.at(now, 0))) == [told]


@pytest.mark.parametrize(
    ("language", "draw", "theirs"),
    [
        ("fr", "À vous : piochez une carte.", "On attend : c’est à Bob."),
        ("hi", "आपकी बारी: एक पत्ता उठाएँ।", "इंतज़ार: Bob की बारी।"),
    ],
)
def test_the_headline(language: Language, draw: str, theirs: str) -> None:
    table = at(dealt(["KC 2S", "3D 5D"])).table
    with speaking(language):
        for turn, line in enumerate((draw, theirs)):
            view = CGIO.view(dealt(["KC 2S", "3D 5D"], turn=turn), 0)
            head = headline(table, view, People.at(table, 0), host=False)
            assert plain([head]) == [line]


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Your turn: discard a card."),
        ("fr", "À vous : défaussez-vous d’une carte."),
        ("hi", "आपकी बारी: एक पत्ता फेंकें।"),
    ],
)
def test_nobody_is_told_to_meld_where_melds_stay_in_the_hand(
    language: Language, line: str
) -> None:
    state = gin(("7S 8S 9S JH JD 2C 4S 5H 4C 2H QC", "TS JS"), phase="play")
    with speaking(language):
        table, view = at(state, rules=GIN).table, GIN.view(state, 0)
        head = headline(table, view, People.at(table, 0), host=False)
        assert plain([head]) == [line]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_and_level_has_words(language: Language) -> None:
    people = People(("Mira", "Ada"), 0)
    with speaking(language):
        reasons = [
            Why(seat, ("KS",), why) for seat in (0, 1) for why in get_args(Reason)
        ]
        told = whys.told([*reasons, Why(1, (), "only")], people)
        assert len({*told}) == len(told) == 2 * len(get_args(Reason)) + 1
        assert all(say(f"level.{level}") for level in get_args(Level))


def test_reasons_in_french_and_hindi() -> None:
    people = People(("Mira", "Ada"), 0)
    asked = [Why(1, ("KS",), "loose"), Why(0, (), "most_tiles")]
    with speaking("fr"):
        assert plain(whys.told(asked, people)) == [
            "Ada, KS : elle n’allait avec aucune autre carte.",
            "Vous : aucun coup ne joue plus de tuiles.",
        ]
    with speaking("hi"):
        assert whys.told(asked, people) == [
            "Ada, KS: यह किसी पत्ते के साथ नहीं बैठता था।",
            "आप: इससे ज़्यादा टाइलें किसी चाल में नहीं उतरतीं।",
        ]


STATISTICS = {
    "fr": [
        "1 partie. Jouée jusqu’au bout : 1. Victoires : 1.",
        "2 manches. Victoires : 1. Défaites : 1, dont 1 par blocage.",
        "Rami sec : 0. Gin : 0. Le plus de manches gagnées de suite : 1.",
        "Rami classique, manches gagnées : 1 sur 2.",
        "Contre Bob, manches gagnées : 1 sur 2.",
    ],
    "hi": [
        "1 मैच, 1 पूरे खेले गए, 1 में जीत।",
        "2 बाज़ियाँ, 1 में जीत और 1 में हार, उनमें 1 गतिरोध।",
        "सीधी रमी: 0। जिन: 0। लगातार जीती बाज़ियाँ: 1।",
        "सादी रमी में जीती बाज़ियाँ: 2 में से 1।",
        "Bob के ख़िलाफ़ जीती बाज़ियाँ: 2 में से 1।",
    ],
}


@pytest.mark.parametrize("language", ["fr", "hi"])
def test_statistics(language: Language) -> None:
    played = [match(WON, HandResult(False, "stalemate"), won=True)]
    with speaking(language):
        assert plain(results.told(played)) == STATISTICS[language]


@pytest.mark.parametrize(
    ("language", "holds", "lies", "last"),
    [
        (
            "fr",
            "Cette transcription est juste : 1 manche, ",
            "Cette transcription n’est PAS juste. Ligne 5 : ",
            "La partie est finie, gagnée par ",
        ),
        (
            "hi",
            "यह रिकॉर्ड सही है: 1 बाज़ी, ",
            "यह रिकॉर्ड सही नहीं है। पंक्ति 5: ",
            "मैच ख़त्म, जीत: ",
        ),
    ],
)
def test_transcripts(language: Language, holds: str, lies: str, last: str) -> None:
    broken = DATA.replace(b'"draw"]', b'"take"]', 1)
    with speaking(language):
        assert plain(verdict(verified(DATA)))[0].startswith(holds)
        assert plain(verdict(verified(broken)))[0].startswith(lies)
        assert plain(shown(replay(DATA)))[-1].startswith(last)


@pytest.mark.parametrize("language", ["fr", "hi"])
def test_watching_again(language: Language, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    path.write_bytes(DATA)
    said: list[str] = []
    rerun = Rerun(replay(DATA), None)
    told = rerun.forward()
    with speaking(language):
        options = read_options(["replay", str(path), "--step"])
        record_commands.run(options, said.append, ["?", "t", "b", "9", "q"])
        assert not {*said} & {*told}
        assert say("term.rerun.start") in said and say("term.rerun.how") in said


def test_every_way_a_hand_ends_has_a_word_in_the_summary() -> None:
    fields = HandEnded.__annotations__
    for language in LANGUAGES:
        with speaking(language):
            for reason in get_args(fields["reason"]):
                assert say(f"term.reason.{reason}")
