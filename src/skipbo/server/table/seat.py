"""A seat of a table: who sits there, who plays there, and what it adds to the next shuffle."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class SeatState:
    """A seat is free, or has a person, or a bot, or a person for whom a bot plays."""

    guest: str | None = None
    name: str | None = None
    bot: str | None = None
    ready: bool = False
    commitment: str = ""  # to the entropy that it will show
    entropy: str = ""
    vacated: bool = False  # its player left in the middle of a game
    missed: bool = False  # a bot plays because its player was not here
    out_of_time: bool = False  # the clock has ended its player's turn, which a bot finishes
    muted: set[int] = field(default_factory=set)

    @property
    def free(self) -> bool:
        return self.guest is None and self.bot is None

    @property
    def person_plays(self) -> bool:
        return self.guest is not None and self.bot is None

    @property
    def must_show(self) -> bool:
        """Whether the entropy that it has committed to is not shown yet."""
        return self.commitment != "" and self.entropy == ""

    def forget_ready(self) -> None:
        self.ready, self.commitment, self.entropy = False, "", ""
