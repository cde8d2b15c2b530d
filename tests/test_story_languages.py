"""Whole hands, and every event, told in French and in Hindi."""

from typing import get_args

import pytest
from dealt import dealt
from ginhands import CGIO as GIN
from ginhands import PASS, gin
from seated import Seated, at
from spoken import speaking
from tile_seated import over
from tiled import laid
from told_events import EVENTS

from peer.story import People, listed, sentence, tell
from shared.actions import Discard
from shared.events import Event, HandDealt, LaidDown
from shared.words import LANGUAGES, Language, catalogue


def hand_of_cards() -> list[str]:
    """Mira draws, lays down, lays off and is out."""
    player = at(dealt(["2S", "3D"], turn=1, phase="play"))
    player.happens(Discard("3D"))
    state = dealt(
        ["7H 8H 4C KC", "3D 5D TC"],
        stock="9H 2S",
        melds=["4S 4H 4D"],
        owners=[1],
        upcard="JD",
    )
    lines = player.dealt(state, HandDealt(dealer=1, first=0))
    return lines + does(player, "draw", "meld", "lay 4C", "discard KC")


def hand_of_gin() -> list[str]:
    """Mira knocks, and Bob lays nothing off."""
    ten, other = "7S 8S 9S JH JD JC 4S 4H 4C 2H", "TS JS QS 4D 5H 6H 8C 9D KH AC"
    player = at(gin((f"{ten} QC", other), phase="play"), rules=GIN)
    return [*does(player, "knock QC"), *player.happens(PASS)]


def hand_of_tiles() -> list[str]:
    """Mira is out in one turn."""
    state = laid(["8r 9r 10r", "3r 5b"], "1b 2b 3b", pool=9)
    player = over(laid(["8r 9r 10r 4k", "3r 5b"], "1b 2b 3b", pool=9))
    lines = player.lies(state, HandDealt(1, 0))
    player.types("play 8r 9r 10r")
    return lines + does(player, "done")


def does(player: Seated, *typed: str) -> list[str]:
    """What is said while somebody types these."""
    return [line for what in typed for line in player.does(what)]


FRENCH_CARDS = [
    "La manche 1 est distribuée.",
    "Bob distribue. Vous commencez.",
    "C’est à vous de jouer.",
    "Cartes en main : vous 4, Bob 3.",
    "La pioche compte 2 cartes.",
    "La défausse montre JD.",
    "Combinaison 1, à Bob : 4S 4H 4D.",
    "Votre main, 4 cartes : 7H 8H, 4C KC.",
    "4C va sur la combinaison 1.",
    "Tapez draw pour une carte de la pioche, ou take pour JD dans la défausse.",
    "Vous piochez 9H.",
    "Votre main, 5 cartes : 7H 8H 9H (nouvelle), 4C KC.",
    "Vous pouvez poser 7H 8H 9H : tapez meld.",
    "4C va sur la combinaison 1 : tapez lay 4C.",
    "Pour finir votre tour, tapez discard et une carte, comme discard KC.",
    "Vous posez la combinaison 2 : 7H 8H 9H.",
    "Votre main, 2 cartes : 4C KC.",
    "4C va sur la combinaison 1 : tapez lay 4C.",
    "Pour finir votre tour, tapez discard et une carte, comme discard KC.",
    "Vous complétez la combinaison 1 avec 4C.",
    "Votre main, 1 carte : KC.",
    "Pour finir votre tour, tapez discard et une carte, comme discard KC.",
    "Vous défaussez KC.",
    "Vous posez tout et gagnez la manche.",
    "Rien n’était posé avant ce tour : le rami sec compte double.",
    "Il reste à Bob : 3D 5D TC.",
    "Vous marquez 36 points.",
    "Scores : vous 36, Bob 0.",
    "Qui atteint d’abord 100 points gagne la partie.",
    "Tapez next pour une autre manche, ou quit pour partir.",
]
FRENCH_GIN = [
    "Vous frappez et défaussez QC face cachée.",
    "Combinaison 1 : 4S 4H 4C.",
    "Combinaison 2 : JH JD JC.",
    "Combinaison 3 : 7S 8S 9S.",
    "Reste : 2H, qui vaut 2.",
    "C’est à Bob de jouer.",
    "Bob passe.",
    "Vous gagnez la manche.",
    "Bob a les combinaisons TS JS QS.",
    "Il vous reste 2H, qui vaut 2.",
    "Il reste à Bob : 5H 6H KH 4D 9D AC 8C, qui valent 43.",
    "Vous marquez 41 points.",
    "Scores : vous 41, Bob 0.",
    "Qui atteint d’abord 100 points gagne la partie.",
    "Tapez next pour une autre manche, ou quit pour partir.",
]
FRENCH_TILES = [
    "La manche 1 est distribuée.",
    "Vous commencez.",
    "C’est à vous de jouer.",
    "Tuiles en main : vous 3, Bob 2.",
    "La pioche compte 9 tuiles.",
    "Combinaison 1 : 1b 2b 3b.",
    "Votre chevalet, 3 tuiles : 8r 9r 10r.",
    "Vous pouvez poser 8r 9r 10r : tapez play 8r 9r 10r.",
    "Tapez play et des tuiles pour une nouvelle combinaison, ou draw pour finir "
    "votre tour avec une tuile de la pioche. Tapez help pour en savoir plus.",
    "Vous jouez 8r 9r 10r.",
    "Nouveau sur la table : 8r 9r 10r.",
    "Vous posez tout et gagnez la manche.",
    "Il reste à Bob : 3r 5b.",
    "Vous marquez 8 points.",
    "Bob perd 8 points.",
    "Scores : vous 8, Bob -8.",
    "Manches gagnées : vous 0, Bob 0.",
    "Après 2 manches, qui en a gagné le plus gagne la partie.",
    "Tapez next pour une autre manche, ou quit pour partir.",
]
HINDI_CARDS = [
    "बाज़ी 1 बँट गई है।",
    "पत्ते Bob ने बाँटे। शुरुआत आपसे।",
    "आपकी बारी है।",
    "हाथ में पत्ते: आप 4, Bob 3।",
    "गड्डी में 2 पत्ते हैं।",
    "फेंके पत्तों में ऊपर JD।",
    "मेल 1, Bob का: 4S 4H 4D।",
    "आपका हाथ, 4 पत्ते: 7H 8H, 4C KC।",
    "4C जुड़ता है: मेल 1।",
    "लिखें: गड्डी के पत्ते के लिए draw, या फेंके पत्तों के JD के लिए take।",
    "आपने गड्डी से 9H उठाया।",
    "आपका हाथ, 5 पत्ते: 7H 8H 9H (नया), 4C KC।",
    "आप 7H 8H 9H उतार सकते हैं: meld लिखें।",
    "4C जुड़ता है: मेल 1; lay 4C लिखें।",
    "बारी ख़त्म करने के लिए discard और एक पत्ता लिखें, जैसे discard KC।",
    "आपने मेल 2 उतारा: 7H 8H 9H।",
    "आपका हाथ, 2 पत्ते: 4C KC।",
    "4C जुड़ता है: मेल 1; lay 4C लिखें।",
    "बारी ख़त्म करने के लिए discard और एक पत्ता लिखें, जैसे discard KC।",
    "आपने मेल 1 में 4C जोड़ा।",
    "आपका हाथ, 1 पत्ता: KC।",
    "बारी ख़त्म करने के लिए discard और एक पत्ता लिखें, जैसे discard KC।",
    "आपने KC फेंका।",
    "आपने सब उतारकर बाज़ी जीती।",
    "इस बारी से पहले कुछ नहीं उतरा था: सीधी रमी के अंक दुगुने।",
    "Bob के पास बचे: 3D 5D TC।",
    "आपको 36 अंक मिले।",
    "अंक: आप 36, Bob 0।",
    "पहले 100 अंकों तक पहुँचने वाले की जीत।",
    "अगली बाज़ी के लिए next लिखें, या जाने के लिए quit।",
]
HINDI_GIN = [
    "आपने नॉक किया और QC उलटा फेंका।",
    "मेल 1: 4S 4H 4C।",
    "मेल 2: JH JD JC।",
    "मेल 3: 7S 8S 9S।",
    "बचा पत्ता: 2H, कुल 2।",
    "Bob की बारी है।",
    "Bob ने पास किया।",
    "आपने बाज़ी जीती।",
    "Bob के मेल: TS JS QS।",
    "आपके पास बचा: 2H, कुल 2।",
    "Bob के पास बचे: 5H 6H KH 4D 9D AC 8C, कुल 43।",
    "आपको 41 अंक मिले।",
    "अंक: आप 41, Bob 0।",
    "पहले 100 अंकों तक पहुँचने वाले की जीत।",
    "अगली बाज़ी के लिए next लिखें, या जाने के लिए quit।",
]
HINDI_TILES = [
    "बाज़ी 1 बँट गई है।",
    "शुरुआत आपसे।",
    "आपकी बारी है।",
    "हाथ में टाइलें: आप 3, Bob 2।",
    "ढेर में 9 टाइलें हैं।",
    "सेट 1: 1b 2b 3b।",
    "आपका रैक, 3 टाइलें: 8r 9r 10r।",
    "आप 8r 9r 10r उतार सकते हैं: play 8r 9r 10r लिखें।",
    "लिखें: नए सेट के लिए play और टाइलें, या ढेर से टाइल लेकर बारी ख़त्म करने "
    "को draw। और जानने के लिए help लिखें।",
    "आपने 8r 9r 10r खेलीं।",
    "मेज़ पर नया: 8r 9r 10r।",
    "आपने सब उतारकर बाज़ी जीती।",
    "Bob के पास बचे: 3r 5b।",
    "आपको 8 अंक मिले।",
    "Bob के 8 अंक कटे।",
    "अंक: आप 8, Bob -8।",
    "जीती बाज़ियाँ: आप 0, Bob 0।",
    "2 बाज़ियों के बाद सबसे ज़्यादा बाज़ियाँ जीतने वाले का मैच।",
    "अगली बाज़ी के लिए next लिखें, या जाने के लिए quit।",
]


def spaced_out(lines: list[str]) -> list[str]:
    """With spaces of one kind; French has one that no line ends at."""
    return [line.replace("\u00a0", " ") for line in lines]


@pytest.mark.parametrize(
    ("language", "cards", "knocks", "tiles"),
    [
        ("fr", FRENCH_CARDS, FRENCH_GIN, FRENCH_TILES),
        ("hi", HINDI_CARDS, HINDI_GIN, HINDI_TILES),
    ],
)
def test_a_hand_of_each_game_is_told(
    language: Language, cards: list[str], knocks: list[str], tiles: list[str]
) -> None:
    with speaking(language):
        assert spaced_out(hand_of_cards()) == cards
        assert spaced_out(hand_of_gin()) == knocks
        assert spaced_out(hand_of_tiles()) == tiles


def test_french_does_not_break_before_its_signs() -> None:
    laid_down = LaidDown(0, ("4S", "4H", "4C"), 0)
    with speaking("fr"):
        assert tell(laid_down, People((), None)) == [
            "Joueur 1 pose la combinaison 1\u00a0: 4S 4H 4C."
        ]


def test_every_kind_of_event_is_among_those_told() -> None:
    assert {type(event) for event in EVENTS} == {*get_args(Event)}


@pytest.mark.parametrize("tiles", [False, True])
@pytest.mark.parametrize("me", [0, 1, None])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_can_be_told_to_everybody(
    language: Language, me: int | None, tiles: bool
) -> None:
    people = People(("Mira", "Bob"), me, tiles)
    end = "।" if language == "hi" else "."
    with speaking(language):
        for event in EVENTS:
            lines = tell(event, people)
            assert lines
            for line in lines:
                assert line.endswith(end) and line == " ".join(line.split(" "))
                assert "{" not in line and "}" not in line


ENGLISH = tuple(line for event in EVENTS for line in tell(event, People((), None)))


@pytest.mark.parametrize("language", ["fr", "hi"])
def test_no_event_is_told_in_english(language: Language) -> None:
    with speaking(language):
        told = [line for event in EVENTS for line in tell(event, People((), None))]
    assert not {*told} & {*ENGLISH}


def test_who_acts_hears_it_in_other_words() -> None:
    for language in LANGUAGES:
        texts = catalogue(language)
        with speaking(language):
            for key, text in texts.items():
                if ".story." in f".{key}" and key.endswith("_you"):
                    assert text != texts[key.removesuffix("_you")], key


def test_lists_and_refusals_follow_the_language() -> None:
    names = ["Ann", "Bob", "Eve"]
    with speaking("fr"):
        assert listed(names) == "Ann, Bob et Eve"
        assert sentence("piochez d’abord") == "Piochez d’abord."
    with speaking("hi"):
        assert listed(names) == "Ann, Bob और Eve"
        assert sentence("पहले उठाएँ") == "पहले उठाएँ।"
