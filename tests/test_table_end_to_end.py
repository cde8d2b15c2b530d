"""
Three people in three languages at one table, and one who watches, over real channels.

Ann hosts in English, Bob reads French and Cid Hindi; all of them type.
"""

from contextlib import AsyncExitStack, suppress
from pathlib import Path

from commands import Command, command, server

CODE = "The room code is "


class Reader:
    """A player who reads what comes, line by line."""

    def __init__(self, command: Command) -> None:
        self.command = command
        self.heard: list[str] = []

    def types(self, line: str) -> None:
        self.command.say(line)

    async def reads(self, wanted: str) -> str:
        """The next line with ``wanted`` in it."""
        with suppress(TimeoutError):
            while line := await self.command.line():
                self.heard.append(line.rstrip("\n"))
                if wanted in line:
                    return self.heard[-1]
        raise AssertionError(f"no {wanted!r} in {self.heard[-20:]}")


async def test_an_evening_in_three_languages(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        enter = stack.enter_async_context
        url = await enter(server(tmp_path))

        async def person(name: str, *args: str, **env: str) -> Reader:
            at = ("--server", url, "--name", name)
            home = tmp_path / name
            return Reader(await enter(command(home, *args, *at, **env)))

        clock = ("--players", "3", "--clock", "600", "--talk", "text")
        ann = await person("Ann", "host", *clock)
        code = (await ann.reads(CODE)).removeprefix(CODE).rstrip(".")
        bob = await person("Bob", "join", code, RUMMYROOM_LANG="fr")
        await bob.reads("à la place 2.")
        cid = await person("Cid", "join", code, RUMMYROOM_LANG="hi")
        await ann.reads("Hand 1 is dealt.")
        await cid.reads("बाज़ी 1 ")

        # A spectator comes, speaks, may not play, and is sent away.
        zed = await person("Zed", "join", code, "--watch")
        await zed.reads("You watch this table.")
        await ann.reads("Zed watches.")
        await bob.reads("Zed regarde la table.")
        await cid.reads("Zed अब दर्शक के रूप में हैं।")
        zed.types("draw")
        await zed.reads("You only watch: wait for a free seat to play.")
        zed.types("say hello")
        await bob.reads("Zed, qui regarde\u00a0: Bonjour\u00a0!")
        await cid.reads("Zed, जो देख रहे हैं: नमस्ते")

        # Phrases are read in each language; who is muted is not heard.
        bob.types("say good_game")
        await ann.reads("Bob: Good game!")
        await cid.reads("Bob: बढ़िया खेल रहा!")
        ann.types("mute Zed")
        await ann.reads("You do not hear Zed any more.")
        zed.types("say psst")
        await bob.reads("Zed, qui regarde\u00a0: psst")
        bob.types("say 9")
        await ann.reads("Bob: Oops!")
        assert not any("psst" in line for line in ann.heard)

        # A minute stops the clock for all.
        cid.types("minute")
        await ann.reads("Cid has asked for a minute: the clock stands.")
        await bob.reads("Cid demande une minute\u00a0: la pendule est arrêtée.")
        await cid.reads("आपने एक मिनट माँगा: घड़ी रुकी है।")

        # A vote: declined once, then agreed on.
        bob.types("void")
        await ann.reads("Bob asks to declare this hand void")
        await ann.reads("Type yes or no.")
        await cid.reads("Bob का प्रस्ताव: यह बाज़ी रद्द हो")
        ann.types("yes")
        await bob.reads("Ann accepte.")
        cid.types("हाँ")
        await bob.reads("Tout le monde accepte\u00a0: la manche est annulée.")
        await zed.reads("All agree: the hand is void.")

        ann.types("send away Zed")
        await zed.reads("The host does not want you to watch any more.")
        await cid.reads("Zed अब दर्शक नहीं हैं।")

        # All agree to end the match; another game, and a kick.
        bob.types("end")
        await bob.reads("end\u00a0: on propose à tous de terminer la partie.")
        bob.types("end")
        await ann.reads("Bob asks to end the match.")
        ann.types("yes")
        cid.types("हाँ")
        await bob.reads("Tout le monde accepte\u00a0: la partie est terminée.")
        await ann.reads("All agree: the match is over.")

        # A return match with the same seats.
        for player in (ann, bob, cid):
            player.types("next")
        await ann.reads("Hand 1 is dealt.")
        cid.types("end")
        cid.types("end")
        await ann.reads("Cid asks to end the match.")
        ann.types("yes")
        bob.types("oui")
        await cid.reads("सब सहमत: मैच ख़त्म।")

        ann.types("kick Cid")
        await ann.reads("Type yes to do that, or no.")
        ann.types("yes")
        await cid.reads("मेज़बान ने आपकी सीट वापस ले ली है")
        await bob.reads("L’hôte a retiré sa place à Cid")
        assert await cid.command.ended() == 4

        ann.types("change gin hands=1 seats=2")
        await bob.reads("L’hôte a changé de jeu")
        await bob.reads(" à 2, une partie de 1 manche")
        bob.types("next")
        ann.types("next")
        await ann.reads("Hand 1 is dealt.")
        ann.types("end")
        ann.types("end")
        await bob.reads("L’hôte")
        assert await ann.command.ended() == 0
