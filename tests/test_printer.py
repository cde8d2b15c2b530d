"""Standard output that may be paused, closed or full."""

import os
import threading
from collections.abc import Iterator

import pytest

from peer import printer as printer_module
from peer.printer import Printer


@pytest.fixture
def pipe(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Our end of a pipe that is the standard output."""
    ours, theirs = os.pipe()
    with os.fdopen(theirs, "w", encoding="ascii") as stdout:
        monkeypatch.setattr(printer_module.sys, "stdout", stdout)
        yield ours
    os.close(ours)


def test_everything_is_written_in_order(pipe: int) -> None:
    printer = Printer()
    for number in range(100):
        printer.write(f"{number} ")
    printer.close()
    assert os.read(pipe, 4096) == "".join(f"{n} " for n in range(100)).encode()


def test_letters_that_the_terminal_lacks_are_replaced(pipe: int) -> None:
    printer = Printer()
    printer.write("René\n")
    printer.close()
    assert os.read(pipe, 4096) == b"Ren?\n"


def test_a_paused_screen_delays_nobody(pipe: int) -> None:
    printer = Printer()
    much = "x" * 1000
    for _ in range(200):  # more than a pipe holds
        printer.write(much)
    reader = threading.Thread(target=lambda: [os.read(pipe, 65536) for _ in range(8)])
    reader.start()
    printer.close()
    reader.join(10)


def test_what_cannot_be_written_is_told_the_next_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with open("/dev/full", "w") as stdout:
        monkeypatch.setattr(printer_module.sys, "stdout", stdout)
        printer = Printer()
        printer.write("one")
        printer.close()
        with pytest.raises(OSError, match="No space left"):
            printer.write("two")
