"""A client's part in the shuffles at its table: its entropy, and what it has noted before the deals."""

import secrets

from skipbo.protocol.codec import decode_command, encode
from skipbo.protocol.commands import Show
from skipbo.protocol.events import Withheld
from skipbo.protocol.fairness import SEPARATOR, commitment_to_entropy, commitments_of
from skipbo.protocol.messages import Phase, Update

MOST_RETRIES = 3  # commitments that a client makes by itself for one game; then a program must be ready again


class Shuffle:
    def __init__(self) -> None:
        self.commitments: dict[int, str] = {}  # by game, as `check_proof` takes them
        self._entropy = ""
        self._commitment = ""
        self._noted_for = (0, "")  # the game and the commitment of our own for which all others were noted
        self._retries = (0, 0)  # a game, and how often its commitment was made by the client itself

    def commit(self, entropy: str | None = None) -> str:
        """Chooses entropy, random if none is given, and returns the commitment to it."""
        if entropy is not None:
            decode_command(encode(Show(id="-", entropy=entropy)))  # raises if it is none
        self._entropy = secrets.token_hex(16) if entropy is None else entropy
        self._commitment = commitment_to_entropy(self._entropy)
        return self._commitment

    def is_committed(self, update: Update) -> bool:
        """Whether the table has the last commitment."""
        if update.own is None or update.table.phase is Phase.PLAYING:
            return False
        seat, commitments = update.own.seat, update.table.fair.commitments
        return seat < len(commitments) and self._commitment == commitments[seat] != ""

    def see(self, update: Update) -> str | None:
        """Notes the commitments that a table shows. Returns the entropy that is to be shown now, or None.

        Only the first commitment of the server counts, and those of the seats when our own entropy was shown first: if
        another comes later, nothing is shown, and the check of the proof will fail.
        """
        fair, own = update.table.fair, update.own
        if update.table.phase is Phase.PLAYING:
            return None
        noted = self.commitments.setdefault(fair.game, fair.commitment)
        if not fair.showing or noted.partition(SEPARATOR)[0] != fair.commitment:
            return None
        try:
            fixed = commitments_of(fair)
        except ValueError:  # the server shows something else than commitments
            return None
        mine = self.is_committed(update)
        attempt = (fair.game, self._commitment) if mine else self._noted_for
        if attempt != self._noted_for or own is None or self._noted_for[0] != fair.game:
            self._noted_for, self.commitments[fair.game] = attempt, fixed
        if not mine or own is None or fixed != self.commitments[fair.game] or fair.entropy[own.seat]:
            return None
        return self._entropy

    def must_retry(self, update: Update) -> bool:
        """Whether our commitment is void because of another seat, so that we should commit to new entropy."""
        withheld = {event.seat for event in update.happened if isinstance(event, Withheld)}
        if not withheld or not self._commitment or update.own is None or update.own.seat in withheld:
            return False
        game, retries = update.table.fair.game, self._retries[1]
        self._retries = (game, retries + 1 if game == self._retries[0] else 1)
        return update.table.phase is not Phase.PLAYING and self._retries[1] <= MOST_RETRIES
