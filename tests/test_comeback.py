"""When a guest takes its connection for lost, and when it tries to come back."""

from peer.comeback import Comeback, Rhythm
from peer.pauses import Pauses

START = 1000.0


class Story:
    """A comeback whose clock the test moves; the host answers while it is there."""

    def __init__(self) -> None:
        self.now = self.heard = START
        self.pauses = Pauses(random=lambda: 1.0)
        self.comeback = Comeback(self.now, Rhythm(), self.pauses)
        self.tries: list[float] = []
        "When a try was begun, in seconds from the start."

        self.wish: float | None = None

    def live(self, seconds: float, *, host: bool, fails: bool = True) -> str:
        """Let time pass; every try fails at once, or none ends."""
        end = self.now + seconds
        while self.now < end:
            self.now += 0.5
            if host:
                self.heard = self.now
            self.comeback.look(self.now, self.heard)
            if self.comeback.is_due(self.now) and (fails or not self.tries):
                self.tries.append(self.now - START)
                if fails:
                    self.comeback.failed(self.now, self.wish)
        return self.comeback.state

    def sleep(self, seconds: float) -> None:
        """Nobody looks at the clock."""
        self.now += seconds


def test_while_the_host_answers_nothing_is_tried() -> None:
    story = Story()
    assert story.live(3600, host=True) == "well"
    assert story.tries == []


def test_after_five_seconds_of_silence_a_second_connection_is_tried() -> None:
    story = Story()
    assert story.live(5, host=False) == "well"
    assert story.live(0.5, host=False) == "suspect"
    assert story.tries == [5.5]


def test_a_host_that_may_be_gone_has_a_second_to_answer() -> None:
    story = Story()
    story.live(2, host=True)
    story.comeback.hint(story.now)
    assert story.live(1, host=False) == "well"
    assert story.live(0.5, host=False) == "suspect"
    assert story.tries == [3.5]


def test_a_host_that_may_be_back_is_tried_at_once() -> None:
    story = Story()
    story.comeback.lost(story.now)
    story.live(5, host=False)
    assert story.tries == [0.5, 1.0, 2.0, 4.0]
    story.comeback.hint(story.now)
    story.live(0.5, host=False)
    assert story.tries[4:] == [5.5]


def test_asking_again_gives_no_more_time() -> None:
    story = Story()
    story.comeback.hint(story.now)
    story.live(1, host=False)
    story.comeback.hint(story.now)
    assert story.live(0.5, host=False) == "suspect"


def test_a_host_that_answers_is_not_suspected() -> None:
    story = Story()
    story.comeback.hint(story.now)
    assert story.live(0.5, host=True) == "well"
    assert story.live(4, host=False) == "well"
    assert story.tries == []


def test_what_a_lost_connection_was_asked_means_nothing_to_the_next() -> None:
    story = Story()
    story.comeback.hint(story.now)
    story.comeback.lost(story.now)
    story.comeback.back(story.now)
    assert story.live(4, host=False) == "well"


def test_after_twelve_seconds_of_silence_the_first_is_lost() -> None:
    story = Story()
    assert story.live(12, host=False) == "suspect"
    assert story.live(0.5, host=False) == "lost"


def test_a_host_that_is_heard_again_is_kept() -> None:
    story = Story()
    story.live(10, host=False, fails=False)
    assert story.live(0.5, host=True) == "well"
    tried = len(story.tries)
    assert story.live(60, host=True) == "well"
    assert len(story.tries) == tried


def test_a_connection_that_is_lost_does_not_come_back_by_itself() -> None:
    story = Story()
    story.live(20, host=False, fails=False)
    assert story.live(1, host=True) == "lost"
    story.comeback.back(story.now)
    assert story.live(5, host=True) == "well"


def test_a_connection_that_breaks_is_replaced_at_once() -> None:
    story = Story()
    story.live(2, host=True)
    story.comeback.lost(story.now)
    assert story.live(0.5, host=False) == "lost"
    assert story.tries == [2.5]


def test_pauses_grow_and_begin_anew_with_the_next_loss() -> None:
    story = Story()
    story.comeback.lost(story.now)
    story.live(14, host=False)
    assert story.tries == [0.5, 1.0, 2.0, 4.0, 8.0, 12.0]
    story.comeback.back(story.now)
    story.heard = story.now
    story.comeback.lost(story.now)
    story.live(2, host=False)
    assert story.tries[6:] == [14.5, 15.0, 16.0]


def test_that_a_doubt_turns_into_a_loss_does_not_hurry_the_next_try() -> None:
    story = Story()
    story.live(60, host=False)
    gaps = [b - a for a, b in zip(story.tries, story.tries[1:], strict=False)]
    assert gaps == [0.5, 1.0, 2.0] + [4.0] * len(gaps[3:])


def test_a_server_that_restarts_is_left_alone_for_as_long_as_it_asked() -> None:
    story = Story()
    story.wish = 30.0
    story.comeback.lost(story.now)
    story.live(60, host=False)
    assert story.tries == [0.5, 38.0]


# A machine that slept


def test_a_gap_in_our_own_clock_means_trying_at_once() -> None:
    story = Story()
    story.live(10, host=True)
    story.sleep(3600)
    assert story.live(0.5, host=False) == "suspect"
    assert story.tries == [3610.5]


def test_what_was_heard_before_the_gap_counts_for_nothing() -> None:
    story = Story()
    story.live(10, host=True)
    story.sleep(6)
    assert story.live(7, host=False, fails=False) == "suspect"
    assert story.live(1, host=False, fails=False) == "lost"


def test_after_a_short_sleep_the_old_connection_may_still_do() -> None:
    story = Story()
    story.live(10, host=True)
    story.sleep(6)
    story.live(0.5, host=False, fails=False)
    assert story.live(0.5, host=True) == "well"


def test_waking_up_without_a_connection_means_trying_at_once_too() -> None:
    story = Story()
    story.comeback.lost(story.now)
    story.live(60, host=False)
    story.sleep(3600)
    story.tries.clear()
    story.live(0.5, host=False)
    assert story.tries == [3660.5]
    assert not story.comeback.is_hopeless(story.now)


def test_two_looks_that_are_a_little_late_are_no_sleep() -> None:
    story = Story()
    for _ in range(10):
        story.sleep(4)
        assert story.live(0.5, host=True) == "well"


# The end


def test_after_half_an_hour_it_is_hopeless() -> None:
    story = Story()
    story.comeback.lost(story.now)
    story.live(30 * 60, host=False)
    assert not story.comeback.is_hopeless(story.now)
    story.live(0.5, host=False)
    assert story.comeback.is_hopeless(story.now)
    story.comeback.back(story.now)
    assert not story.comeback.is_hopeless(story.now)
