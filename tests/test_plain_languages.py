"""The screen in lines in French and in Hindi, word for word, and its answers."""

from collections.abc import Iterator

import pytest
from dealt import dealt
from seated import Seated, at
from spoken import speaking
from tile_seated import over
from tiled import laid

from peer.news import LOST, not_yet
from peer.requests import Quit
from shared.actions import Discard, Draw, LayDown, LayOff
from shared.words import say


@pytest.fixture
def french() -> Iterator[None]:
    with speaking("fr"):
        yield


@pytest.fixture
def hindi() -> Iterator[None]:
    with speaking("hi"):
        yield


def turn() -> Seated:
    return at(dealt(["7H 8H 9H KC QS", "2S 3D"], upcard="4C"))


@pytest.mark.usefixtures("french")
def test_a_turn_in_french() -> None:
    mira = turn()
    assert mira.screen.prompt() == "à vous> "
    assert mira.types("discard KC") == [
        "Piochez d’abord une carte. Tapez draw pour une carte de la pioche, "
        "ou take pour 4C dans la défausse."
    ]
    assert mira.does("draw") == [
        "Vous piochez AS.",
        "Votre main, 6 cartes\u00a0: AS (nouvelle) QS, 7H 8H 9H, KC.",
        "Vous pouvez poser 7H 8H 9H\u00a0: tapez meld.",
        "Pour finir votre tour, tapez discard et une carte, comme discard KC.",
    ]
    assert mira.types("what")[:2] == [  # type: ignore[index]
        "1, meld 7H 8H 9H\u00a0: poser 7H 8H 9H.",
        "2, discard AS\u00a0: défausser AS.",
    ]
    assert mira.types("1") == LayDown(cards=("7H", "8H", "9H"))
    assert mira.types("discard 2S") == ["2S n’est pas dans votre main."]
    assert mira.types("drow") == [
        "Je ne comprends pas drow. Vouliez-vous dire draw\u00a0?"
    ]
    assert mira.types("knock")[0] == (  # type: ignore[index]
        "Vous ne pouvez pas frapper maintenant."
    )


@pytest.mark.usefixtures("french")
def test_a_question_in_french_is_answered_in_french_or_by_number() -> None:
    mira = turn()
    mira.does("draw")
    asked = [
        "8H fait partie d’une combinaison de votre main, 7H 8H 9H. "
        "La défausser quand même\u00a0?",
        "Tapez 1 ou oui pour\u00a0: Oui, la défausser.",
        "Tapez 2 ou non pour\u00a0: Non, ne pas la défausser.",
        "Tapez 3 ou jamais pour\u00a0: Oui, la défausser, et ne plus me montrer ces "
        "avertissements.",
    ]
    for yes in ("oui", "O", "1", "yes", "y"):
        assert mira.types("discard 8H") == asked
        assert mira.screen.prompt() == "oui, non ou jamais> "
        assert mira.types(yes) == Discard("8H")
    for no in ("non", "n", "2", "no"):
        assert mira.types("discard 8H") == asked
        assert mira.types(no) == ["8H reste dans votre main."]
    assert mira.types("oui") == ["Il n’y a pas de question à laquelle répondre."]
    mira.types("discard 8H")
    assert mira.types("jamais") == Discard("8H")
    assert mira.types("discard 8H") == Discard("8H")


@pytest.mark.usefixtures("hindi")
def test_a_turn_in_hindi() -> None:
    mira = turn()
    assert mira.screen.prompt() == "आपकी बारी> "
    assert mira.types("discard KC") == [
        "पहले एक पत्ता उठाएँ। लिखें: गड्डी के पत्ते के लिए draw, या फेंके पत्तों के 4C के लिए take।"
    ]
    assert mira.does("draw") == [
        "आपने गड्डी से AS उठाया।",
        "आपका हाथ, 6 पत्ते: AS (नया) QS, 7H 8H 9H, KC।",
        "आप 7H 8H 9H उतार सकते हैं: meld लिखें।",
        "बारी ख़त्म करने के लिए discard और एक पत्ता लिखें, जैसे discard KC।",
    ]
    assert mira.types("what")[:2] == [  # type: ignore[index]
        "1, meld 7H 8H 9H: 7H 8H 9H उतारें।",
        "2, discard AS: AS फेंकें।",
    ]
    assert mira.types("१") == LayDown(cards=("7H", "8H", "9H"))
    assert mira.types("discard 2S") == ["2S आपके हाथ में नहीं है।"]
    assert mira.types("drow") == ["drow समझ में नहीं आया। क्या आपका मतलब draw था?"]
    assert mira.types("knock")[0] == "अभी नॉक नहीं कर सकते।"  # type: ignore[index]


@pytest.mark.usefixtures("hindi")
def test_a_question_in_hindi_is_answered_in_hindi_or_by_number() -> None:
    mira = turn()
    mira.does("draw")
    asked = [
        "8H आपके हाथ के मेल 7H 8H 9H का हिस्सा है। फिर भी फेंकें?",
        "1 या हाँ लिखें: हाँ, इसे फेंकना है।",
        "2 या नहीं लिखें: नहीं, इसे नहीं फेंकना।",
        "3 या कभी लिखें: हाँ, इसे फेंकना है, और ऐसी चेतावनी फिर कभी न दिखाएँ।",
    ]
    for yes in ("हाँ", "ह", "1", "१", "yes"):
        assert mira.types("discard 8H") == asked
        assert mira.types(yes) == Discard("8H")
    for no in ("नहीं", "न", "2", "no"):
        assert mira.types("discard 8H") == asked
        assert mira.types(no) == ["8H आपके हाथ में ही रहा।"]
    mira.types("discard 8H")
    assert mira.types("कभी") == Discard("8H")
    assert mira.types("discard 8H") == Discard("8H")


@pytest.mark.usefixtures("french")
def test_a_card_that_fits_two_melds_in_french() -> None:
    state = dealt(
        ["8C KC", "2S 3D"], melds=["5C 6C 7C", "8S 8H 8D"], phase="play", upcard="4C"
    )
    mira = at(state)
    said = mira.types("lay 8C")
    assert isinstance(said, list)
    assert said[0] == "8C va sur plusieurs combinaisons."
    assert said[-1] == "Quelle combinaison\u00a0? Tapez son numéro."
    assert mira.screen.prompt() == "quelle combinaison> "
    assert mira.types("2") == LayOff("8C", 1)


@pytest.mark.usefixtures("hindi")
def test_to_leave_in_hindi() -> None:
    mira = turn()
    assert mira.types("quit") == [
        "यह बाज़ी ख़त्म नहीं हुई। आप जाएँ तो कंप्यूटर खिलाड़ी आपकी सीट लेगा; वह आपके लिए रखी रहेगी।",
        "जाने के लिए फिर quit लिखें, या रुकने के लिए नहीं।",
        "end: सबसे मैच ख़त्म करने को पूछा जाएगा।",
    ]
    assert mira.types("नहीं") == ["आप रुक रहे हैं।"]
    mira.types("quit")
    assert mira.types("quit") == Quit()


@pytest.mark.usefixtures("french")
def test_tiles_in_french() -> None:
    mira = over(laid(["9k 4k", "4r 5b"], "1r 2r 3r"))
    assert mira.types("play") == [
        "Tapez play et les tuiles d’une nouvelle combinaison, comme play 4r 5r 6r."
    ]
    assert mira.types("take 1r 1")[0] == (  # type: ignore[index]
        "Combinaison 1\u00a0: 2r 3r."
    )
    assert mira.types("draw") == [
        "Vous avez déplacé des tuiles\u00a0: tapez done pour les jouer, "
        "ou d’abord reset."
    ]
    assert mira.types("undo") == ["La table est comme avant."]
    assert mira.types("draw") == Draw("stock")


@pytest.mark.usefixtures("hindi")
def test_tiles_in_hindi() -> None:
    mira = over(laid(["9k 4k", "4r 5b"], "1r 2r 3r"))
    assert mira.types("play") == ["play और नए सेट की टाइलें लिखें, जैसे play 4r 5r 6r।"]
    assert mira.types("take 1r 1")[0] == "सेट 1: 2r 3r।"  # type: ignore[index]
    assert mira.types("undo") == ["मेज़ पहले जैसी है।"]


def test_news_of_the_connection() -> None:
    mira = turn()
    with speaking("fr"):
        assert mira.screen.news(LOST) == [
            "La connexion à l’hôte est perdue, tentative de retour."
        ]
        why = say("term.meet.silent", server="a.example")
        assert mira.screen.news(not_yet(why)) == [
            "Pas encore\u00a0: le serveur a.example ne répond pas\u00a0; "
            "vérifiez l’adresse et votre réseau\u00a0; les essais continuent."
        ]
    with speaking("hi"):
        assert mira.screen.news(LOST) == [
            "मेज़बान से कनेक्शन टूट गया, लौटने की कोशिश हो रही है।"
        ]


@pytest.mark.parametrize("word", ["help", "what", "quit", "hand", "table", "sort"])
@pytest.mark.parametrize("language", ["fr", "hi"])
def test_every_command_is_an_english_word_in_every_language(
    word: str, language: str
) -> None:
    english = turn().types(word)
    with speaking("fr" if language == "fr" else "hi"):
        said = turn().types(word)
    assert isinstance(said, list) and isinstance(english, list)
    assert len(said) == len(english)
    assert said != english
