"""An agent that learns Skip-Bo by playing itself: proximal policy optimisation (PPO) in one file.

    python examples/ppo.py runs/duel --minutes 30

Every seat of thousands of games is played by a network: by the learner, or by a rival from a pool of its past selves.
The folder gets `policy.pt`, which `policy_bot.py` lets play in the arena, `curve.csv` and, with matplotlib, a plot of
it. Ctrl-C ends the update that is under way and saves; the same command goes on from there. On a GPU:
`--device cuda --games 8192 --steps 32 --width 256 --batch 16384 --rate 1e-3`. With --updates instead of --minutes, and
on a CPU, the weights are the same however often a run was stopped.
"""

import argparse
import copy
import csv
import importlib.util
import math
import signal
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from skipbo.draft import drafted
from skipbo.env.interface import Interface
from skipbo.env.seat_games import SeatGames
from skipbo.env.table_games import TableGames

OPPONENTS = ("random", "eager", "tidy", "expert", "planner")  # that the learner is measured against
LEARNER = 0  # in `players`; higher numbers are rivals
MOST_DECISIONS = 1000  # of a game when the learner is measured; a longer one counts as not won


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What a run is about: a stopped one goes on only with the same."""

    edition: str = "mattel-2003"
    players: int = 2
    partners: bool = False
    stock: int = 30
    seed: int = 1
    width: int = 128  # units of a layer of the network
    games: int = 128  # side by side
    steps: int = 128  # of every game between two updates
    epochs: int = 3  # times that a decision is learned from
    batch: int = 1024  # decisions of a step of the optimiser
    rate: float = 2e-3  # of learning at the start; falls to a tenth in a straight line
    clip: float = 0.2  # the policy changes no further than this
    trace: float = 0.9  # lambda: how far a surprise counts for the decisions before it
    entropy: float = 0.003  # what it is worth to stay curious
    rivals: int = 4  # past selves in the pool
    rivalry: float = 0.25  # of the games are played against a rival
    generation: int = 10  # updates after which the learner joins the pool
    measured: int = 10  # updates after which the learner is measured
    trials: int = 100  # games against each opponent then

    def interface(self) -> Interface:
        return Interface.of(self.edition, players=self.players, partners=self.partners, stock=self.stock)


class Network(nn.Module):  # type: ignore[misc]
    """Scores every action and says what the position is worth, from the bytes of observations.

    Building piles go round, so what counts is how far cards are from each other and not which numbers they bear.
    Therefore every rank gets a description of the circle around it: what lies so many steps after it. A card is
    described by its rank, and all piles of a kind share their weights. An action is scored by a product of what is
    known about the card and about the pile it goes to.
    """

    def __init__(self, interface: Interface, width: int) -> None:
        super().__init__()
        table, seen = interface.table, interface.observation
        assert seen.fields is not None
        self.places = {name: (place[1], place[0].shape, place[0].itemsize) for name, place in seen.fields.items()}
        self.ranks, self.players = table.edition.ranks, table.players
        own = torch.arange(table.players) % table.teams == 0  # the seat that looks, and its partners
        self.register_buffer("side", own.nonzero()[:, 0], persistent=False)
        self.register_buffer("others", (~own).nonzero()[:, 0], persistent=False)
        card, kinds = width // 2, 3 + table.players * (1 + interface.depth)
        steps = torch.arange(self.ranks)
        self.register_buffer("circle", (steps[:, None] + steps) % self.ranks, persistent=False)
        self.around, self.described = nn.Linear(kinds * self.ranks, card), nn.Linear(card, card)
        self.ranked = nn.Parameter(torch.zeros(self.ranks, card))
        self.wild_and_none = nn.Parameter(0.1 * torch.randn(2, card))
        known = (2 * table.players + 2) * card + 4 * table.players + 5
        self.position = nn.Sequential(nn.Linear(known, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.worth = nn.Linear(width, 1)
        self.from_stock, self.from_pile, self.from_hand = (nn.Linear(size, card) for size in (card, 2 * card, card))
        self.owner = nn.Parameter(torch.zeros(len(self.side), 1, card))
        self.play_now, self.play_to = nn.Linear(width, card), nn.Linear(card, card)
        self.discarded, self.discard_now = nn.Linear(card, card), nn.Linear(width, card)
        self.discard_to = nn.Linear(2 * card, card)
        self.order = nn.Parameter(torch.zeros(self.ranks + 2, self.ranks + 1))  # a card on another, as such

    def field(self, rows: Tensor, name: str) -> Tensor:
        offset, shape, size = self.places[name]
        return rows[:, offset : offset + size].reshape(-1, *(shape or (1,)))

    def forward(self, rows: Tensor) -> tuple[Tensor, Tensor]:
        """The scores of all actions, legal or not, and the chance to win from -1 to 1, for the seat that looks."""
        ranks, players, rows = self.ranks, self.players, rows.long()
        hand, unseen = self.field(rows, "hand"), self.field(rows, "unseen")
        stock, needed = self.field(rows, "stock_top")[:, :players], self.field(rows, "building") + 1
        discards = self.field(rows, "discards")[:, :players]

        def spread(cards: Tensor) -> Tensor:
            """How many of the cards in the last dimension have each rank."""
            return (cards[..., None] == torch.arange(hand.shape[1], device=rows.device)).float().sum(-2)

        lying = [
            hand[:, None].float(),
            unseen[:, None] / 8,
            spread(needed)[:, None],
            spread(stock[..., None]),
            spread(discards.transpose(2, 3)).flatten(1, 2),
        ]
        kinds = torch.cat(lying, 1)[:, :, 1 : ranks + 1]
        around = kinds[:, :, self.circle].transpose(1, 2).flatten(2)  # for each rank: all kinds, step by step
        described = self.described(functional.relu(self.around(around) + self.ranked)).relu()
        wild, none = self.wild_and_none.expand(len(rows), -1, -1).split(1, 1)
        cards = torch.cat([wild, described, none], 1)

        def describe(at: Tensor) -> Tensor:
            places = at.flatten(1).clamp(max=ranks + 1)[..., None].expand(-1, -1, cards.shape[2])
            return cards.gather(1, places).unflatten(1, at.shape[1:])

        tops, stocks, targets = describe(discards[..., 0]), describe(stock), describe(needed)
        piles = torch.cat([tops, describe(discards[..., 1])], 3)  # the top and what is below
        hands = cards[:, : ranks + 1]
        held = (hand[:, : ranks + 1, None] * hands).sum(1)
        position = [stocks.flatten(1), tops.sum(2).flatten(1), targets.sum(1), held, self.numbers(rows)]
        now = self.position(torch.cat(position, 1))

        shown = torch.cat([self.from_stock(stocks[:, self.side, None]), self.from_pile(piles[:, self.side])], 2)
        sources = torch.cat([(shown + self.owner).flatten(1, 2), self.from_hand(hands)], 1)
        plays = (sources + self.play_now(now)[:, None]).relu() @ self.play_to(targets).transpose(1, 2)
        discarded = (self.discarded(hands) + self.discard_now(now)[:, None]).relu()
        ends = discarded @ self.discard_to(piles[:, 0]).transpose(1, 2)
        order = self.order[discards[:, 0, :, 0].clamp(max=ranks + 1)].transpose(1, 2)
        scale = cards.shape[2] ** -0.5
        scores = torch.cat([(plays * scale).flatten(1), (ends * scale + order).flatten(1)], 1)
        value = torch.tanh(self.worth(now)[:, 0] + self.lead(rows))
        return functional.pad(scores, (0, 1)), value  # a pass is never a choice

    def lead(self, rows: Tensor) -> Tensor:
        """What the critic begins with: how many cards the own stock piles are ahead of the others, in the mean."""
        left = self.field(rows, "stock_count").float()
        return (left[:, self.others].mean(1) - left[:, self.side].mean(1)) / 5

    def numbers(self, rows: Tensor) -> Tensor:
        """Everything that is counted, brought to about the same size."""
        rows = rows.float()
        left = self.field(rows, "stock_count")[:, : self.players]
        counts = [
            left / 10,
            2 / (1 + left),  # the last cards matter most
            self.field(rows, "hand_count")[:, : self.players] / 5,
            self.field(rows, "discard_count")[:, : self.players].sum(2) / 20,
            self.field(rows, "draw_count") / 50,
            self.field(rows, "spent_count") / 50,
            self.field(rows, "passes"),
            self.field(rows, "hand")[:, :1],
            self.field(rows, "unseen")[:, :1] / 8,  # wilds, as in the line above
        ]
        return torch.cat(counts, 1)


def save_policy(network: Network, settings: Settings, path: Path) -> None:
    with drafted(path) as draft:
        torch.save({"settings": asdict(settings), "weights": network.state_dict()}, draft)


def load_policy(path: Path) -> tuple[Interface, Network]:
    saved = torch.load(path, map_location="cpu", weights_only=True)
    settings = Settings(**saved["settings"])
    network = Network(settings.interface(), settings.width)
    network.load_state_dict(saved["weights"])
    return settings.interface(), network.eval()


def only(scores: Tensor, allowed: Tensor) -> Tensor:
    """The scores of legal actions; all others get a chance of nothing."""
    return scores.masked_fill(~allowed, -1e9)


@dataclass
class Played:
    """What was seen and done in some steps of all games: by step, then by game."""

    rows: Tensor
    allowed: Tensor
    actions: Tensor
    chances: Tensor  # logarithms of the chance that the action had
    values: Tensor
    seats: NDArray[np.int64]
    learning: NDArray[np.bool_]  # whether the learner has decided
    over: NDArray[np.bool_]  # whether the game was over then
    payoffs: NDArray[np.float64]


def advantages(played: Played, trace: float) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """By how much each decision turned out better than its value, and where that is known yet.

    Generalised advantage estimation without a discount, for every seat of its own: a seat's decision is followed by its
    next one, or by the payoff of the game. The last decision of a seat is not learned from; it only values the one
    before. That the critic begins with the lead does what shaping the rewards by the lead would do, because a potential
    that is added to rewards is the same as one that is added to the critic; what is worth learning does not change.
    """
    values, seats = played.values.cpu().numpy(), played.seats
    better, known = np.zeros(values.shape, np.float32), np.zeros(values.shape, np.bool_)
    games = np.arange(values.shape[1])
    following, surprise = np.zeros(played.payoffs.shape[1:]), np.zeros(played.payoffs.shape[1:])
    is_followed = np.zeros(following.shape, np.bool_)
    for step in reversed(range(len(values))):
        over, seat = played.over[step], seats[step]
        following[over], surprise[over], is_followed[over] = played.payoffs[step][over], 0, True
        known[step] = is_followed[games, seat]
        lead = following[games, seat] - values[step] + trace * surprise[games, seat]
        better[step] = np.where(known[step], lead, 0)
        following[games, seat], surprise[games, seat], is_followed[games, seat] = values[step], better[step], True
    return better, known & played.learning


class Training:
    """A run: the learner, its rivals and their games. `state` has everything that a stopped run needs to go on."""

    def __init__(self, settings: Settings, device: torch.device) -> None:
        torch.manual_seed(settings.seed)
        self.settings, self.device, self.interface = settings, device, settings.interface()
        self.network = Network(self.interface, settings.width).to(device)
        self.rivals = [copy.deepcopy(self.network) for _rival in range(settings.rivals)]
        self.optimiser = torch.optim.Adam(self.network.parameters(), settings.rate, eps=1e-5)
        self.chance = torch.Generator(device).manual_seed(settings.seed)
        self.games = TableGames(self.interface, settings.games, f"ppo {settings.seed}")
        self.players = np.zeros((settings.games, settings.players), np.int64)  # the network at each seat
        self.seat_players(np.ones(settings.games, np.bool_))
        self.updates, self.decisions, self.seconds = 0, 0, 0.0
        self.curve: list[dict[str, float]] = []

    def arrays(self) -> list[NDArray[np.uint8]]:
        """The bytes of the games that are under way; the same memory."""
        arrays = (self.games.states, self.games.shown, self.games.numbers, self.players)
        return [array.view(np.uint8).reshape(-1) for array in arrays]

    def save(self, path: Path) -> None:
        state = {
            "settings": asdict(self.settings),
            "weights": [network.state_dict() for network in (self.network, *self.rivals)],
            "optimiser": self.optimiser.state_dict(),
            "chance": self.chance.get_state(),
            "arrays": [torch.from_numpy(array) for array in self.arrays()],
            "progress": (self.updates, self.decisions, self.seconds, self.curve),
        }
        with drafted(path) as draft:
            torch.save(state, draft)

    def load(self, path: Path) -> None:
        state = torch.load(path, map_location="cpu", weights_only=True)
        there, here = state["settings"], asdict(self.settings)
        if there != here:
            other = "; ".join(f"{name} was {there.get(name)}" for name in here if there.get(name) != here[name])
            raise SystemExit(f"{path.parent} holds another run ({other}): name a new folder, or the same options.")
        for network, weights in zip((self.network, *self.rivals), state["weights"], strict=True):
            network.load_state_dict(weights)
        self.optimiser.load_state_dict(state["optimiser"])
        self.chance.set_state(state["chance"])
        for array, saved in zip(self.arrays(), state["arrays"], strict=True):
            array[:] = saved.numpy()
        self.updates, self.decisions, self.seconds, self.curve = state["progress"]

    def draw(self, below: int, count: int) -> NDArray[np.int64]:
        drawn: NDArray[np.int64] = (
            torch.randint(below, (count,), generator=self.chance, device=self.device).cpu().numpy()
        )
        return drawn

    def seat_players(self, wanted: NDArray[np.bool_]) -> None:
        """Draws who plays the next game: the learner at every seat, or on one side, with a rival at all other seats."""
        settings, count = self.settings, int(wanted.sum())
        teams = self.interface.table.teams
        against = self.draw(1000, count) < 1000 * settings.rivalry
        rival = np.where(against, 1 + self.draw(max(settings.rivals, 1), count), LEARNER)
        sides = np.arange(settings.players)[None] % teams == self.draw(teams, count)[:, None]
        self.players[wanted] = np.where(sides, LEARNER, rival[:, None])

    def play(self) -> Played:
        """Plays some steps of all games."""
        settings, interface, games = self.settings, self.interface, self.games
        shape, every = (settings.steps, settings.games), np.arange(settings.games)
        rows, allowed, payoffs, over = games.new_arrays()
        played = Played(
            rows=torch.empty((*shape, interface.width), dtype=torch.uint8, device=self.device),
            allowed=torch.empty((*shape, interface.actions), dtype=torch.bool, device=self.device),
            actions=torch.empty(shape, dtype=torch.long, device=self.device),
            chances=torch.empty(shape, device=self.device),
            values=torch.empty(shape, device=self.device),
            seats=np.empty(shape, np.int64),
            learning=np.empty(shape, np.bool_),
            over=np.empty(shape, np.bool_),
            payoffs=np.empty((*shape, settings.players)),
        )
        for step in range(settings.steps):
            games.look(rows, allowed)
            played.rows[step], played.allowed[step] = torch.from_numpy(rows), torch.from_numpy(allowed)
            played.seats[step] = games.turns
            deciding = self.players[every, played.seats[step]]
            played.learning[step] = deciding == LEARNER
            for number, network in enumerate((self.network, *self.rivals)):
                here = torch.from_numpy(np.flatnonzero(deciding == number)).to(self.device)
                if len(here):
                    with torch.no_grad():
                        scores, played.values[step, here] = network(played.rows[step, here])
                    chances = only(scores, played.allowed[step, here]).log_softmax(1)
                    actions = torch.multinomial(chances.exp(), 1, generator=self.chance)
                    played.actions[step, here] = actions[:, 0]
                    played.chances[step, here] = chances.gather(1, actions)[:, 0]
            games.act(played.actions[step].cpu().numpy(), payoffs, over)
            played.over[step], played.payoffs[step] = over, payoffs
            self.seat_players(over)
        return played

    def learn(self, played: Played, done: float) -> dict[str, float]:
        """Makes good decisions likelier, within the clip. `done` is the share of the run that lies behind."""
        settings = self.settings
        better, known = (torch.from_numpy(part).to(self.device) for part in advantages(played, settings.trace))
        for group in self.optimiser.param_groups:
            group["lr"] = settings.rate * (1 - 0.9 * min(done, 1))
        wanted, decisions, totals = played.values + better, known.nonzero(), torch.zeros(3, device=self.device)
        spread = better[known].std() + 1e-8
        for _epoch in range(settings.epochs):
            order = torch.randperm(len(decisions), generator=self.chance, device=self.device)
            for part in decisions[order].chunk(max(1, len(decisions) // settings.batch)):
                at = part.unbind(1)
                scores, values = self.network(played.rows[at])
                chances = only(scores, played.allowed[at]).log_softmax(1)
                ratio = (chances.gather(1, played.actions[at][:, None])[:, 0] - played.chances[at]).exp()
                gain = better[at] / spread
                clipped = ratio.clamp(1 - settings.clip, 1 + settings.clip)
                policy = -torch.minimum(ratio * gain, clipped * gain).mean()
                critic = functional.mse_loss(values, wanted[at])
                entropy = -(chances.exp() * chances).sum(1).mean()
                self.optimiser.zero_grad()
                (policy + critic - settings.entropy * entropy).backward()
                nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
                self.optimiser.step()
                moved = (ratio != clipped).float().mean()
                totals += torch.stack([critic, entropy, moved]).detach() * len(part) / len(decisions) / settings.epochs
        self.decisions += len(decisions)
        return dict(zip(("error", "entropy", "clipped"), totals.tolist(), strict=True))

    def update(self, done: float) -> None:
        begun = time.perf_counter()
        played = self.play()
        numbers = self.learn(played, done)
        self.updates += 1
        if self.settings.rivals and self.updates % self.settings.generation == 0:
            oldest = self.updates // self.settings.generation % self.settings.rivals
            self.rivals[oldest].load_state_dict(self.network.state_dict())
        if self.updates % self.settings.measured == 0:
            numbers |= self.measure()
        self.seconds += time.perf_counter() - begun
        self.curve.append(
            {"update": self.updates, "decisions": self.decisions, "seconds": round(self.seconds, 2), **numbers}
        )

    def measure(self) -> dict[str, float]:
        """The share of games won against each opponent."""
        count, device = self.settings.trials, self.device
        return {opponent: share_won(self.network, self.interface, opponent, count, device) for opponent in OPPONENTS}


def share_won(network: Network, interface: Interface, opponent: str, count: int, device: torch.device) -> float:
    """The share of games that a network wins against a bot if it always takes the action that it scores highest."""
    games = SeatGames(interface, opponent, seat=0, count=count)
    games.begin("ppo measures")
    games.renew(np.ones(count, np.bool_))
    rows, allowed = np.zeros((count, interface.width), np.uint8), np.zeros((count, interface.actions), np.int8)
    games.look(rows, allowed)
    rewards, over, resting, won = np.zeros(count), np.zeros(count, np.bool_), np.zeros(count, np.bool_), 0
    for _decision in range(MOST_DECISIONS):
        playing = np.flatnonzero(~over)
        with torch.no_grad():
            scores, _values = network(torch.from_numpy(rows[playing]).to(device))
        legal = only(scores, torch.from_numpy(allowed[playing]).to(device).bool())
        actions = np.full(count, -1)  # an illegal action leaves a game that is over as it is
        actions[playing] = legal.argmax(1).cpu().numpy()
        games.act(actions, resting, rewards, over, rows, allowed)
        won += int((rewards[playing] > 0).sum())
        if over.all():
            break
    return won / count


def write_curve(curve: list[dict[str, float]], folder: Path) -> None:
    names = list(dict.fromkeys(name for point in curve for name in point))
    with drafted(folder / "curve.csv") as draft, draft.open("w", newline="") as file:
        writer = csv.DictWriter(file, names)
        writer.writeheader()
        writer.writerows(curve)
    if importlib.util.find_spec("matplotlib") is None or OPPONENTS[0] not in names:
        return
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4))
    axes = figure.add_subplot(xlabel="decisions learned from, in millions", ylabel="games won, %", ylim=(0, 100))
    for opponent in OPPONENTS:
        points = [point for point in curve if opponent in point]
        won = [100 * point[opponent] for point in points]
        axes.plot([point["decisions"] / 1e6 for point in points], won, label=opponent)
    axes.legend(loc="upper left")
    figure.savefig(folder / "curve.png", dpi=120)


def train(training: Training, folder: Path, updates: float, minutes: float) -> None:
    """Goes on until there were so many updates or minutes in all, or until Ctrl-C; saves every minute."""
    stopped, saved = [False], time.perf_counter()

    def stop(number: int, _frame: object) -> None:
        print("Stopping after this update; press Ctrl-C again to lose it.", flush=True)
        stopped[0] = True
        signal.signal(number, signal.default_int_handler)

    def save() -> None:
        write_curve(training.curve, folder)
        save_policy(training.network, training.settings, folder / "policy.pt")
        training.save(folder / "checkpoint.pt")

    def done() -> float:
        return max(training.updates / updates, training.seconds / 60 / minutes)

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        while done() < 1 and not stopped[0]:
            training.update(done())
            print(line_of(training.curve[-1]), flush=True)
            if time.perf_counter() - saved > 60:
                save()
                saved = time.perf_counter()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if not stopped[0] and OPPONENTS[0] not in training.curve[-1]:
        training.curve[-1] |= training.measure()
        print(line_of(training.curve[-1]))
    save()
    if stopped[0]:
        print("Saved. The same command goes on from here.")


def line_of(point: dict[str, float]) -> str:
    shares = "".join(f"  {name} {point[name]:.0%}" for name in OPPONENTS if name in point)
    return (
        f"update {point['update']}, {point['seconds'] / 60:.1f} min: {point['decisions'] / 1e6:.2f} million decisions, "
        f"error {point['error']:.3f}, entropy {point['entropy']:.3f}, clipped {point['clipped']:.0%}{shares}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where the run is kept")
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop after so many minutes in all")
    parser.add_argument("--updates", type=float, default=math.inf, help="or after so many updates in all")
    parser.add_argument("--device", default="cpu", help="cpu or cuda")
    parser.add_argument("--threads", type=int, default=1, help="cores that PyTorch may use (default: 1)")
    for name, default in asdict(Settings()).items():
        flag = {"action": "store_true"} if isinstance(default, bool) else {"type": type(default)}
        parser.add_argument(f"--{name}", default=default, help=f"default: {default}", **flag)
    options = vars(parser.parse_args())
    settings = Settings(**{name: options[name] for name in asdict(Settings())})
    torch.set_num_threads(options["threads"])
    training, folder = Training(settings, torch.device(options["device"])), options["folder"]
    if (folder / "checkpoint.pt").exists():
        training.load(folder / "checkpoint.pt")
    folder.mkdir(parents=True, exist_ok=True)
    train(training, folder, options["updates"], options["minutes"])


if __name__ == "__main__":
    main()
