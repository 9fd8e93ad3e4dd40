// The protocol of skipbo's tables, version 1. Made from its Python types by `make docs`.

/**
 * An irregular turn was noticed; its cards went back to where they were.
 */
export interface Annulled {
  type: "annulled";
  seat: number;
}

export interface AnswerUndo {
  type: "answer_undo";
  agree: boolean;
  version: number;
  id: string;
}

/**
 * The owner seated a bot, or removed it (null).
 */
export interface BotSat {
  type: "bot_sat";
  seat: number;
  bot: string | null;
}

/**
 * A seat that can be called with ground, and what it has done.
 */
export interface CallGround {
  seat: number;
  ground: Ground;
}

/**
 * Seat `seat` called a mistake of seat `called`.
 */
export interface Called {
  type: "called";
  seat: number;
  called: number;
  ground: Ground;
}

/**
 * A player takes the seat back from the bot that played it.
 */
export interface CameBack {
  type: "came_back";
  seat: number;
}

/**
 * The card that would have won out of turn goes back from a building pile to the stock pile of a seat.
 */
export interface CardReturned {
  type: "card_returned";
  seat: number;
  card: number;
  building: number;
}

/**
 * Takes the player's seat back from the bot that plays it.
 */
export interface ComeBack {
  type: "come_back";
  id: string;
}

export type Command = Sit | Leave | Ready | Show | Start | Play | Undo | AnswerUndo | ComeBack | SeatBot | Substitute | Kick | Lock | Say | Mute | Ping | Sync;

/**
 * A building pile that is full; its cards are now spent.
 */
export interface Completed {
  type: "completed";
  pile: number;
}

export interface Dealt {
  type: "dealt";
  dealer: number | null;
  first: number;
}

export interface Discarded {
  type: "discarded";
  seat: number;
  card: number;
  pile: number;
}

/**
 * The command was accepted and made this version of the table.
 */
export interface Done {
  type: "done";
  id: string;
  version: number;
}

export interface DrawnCard {
  seat: number;
  card: number;
}

/**
 * Cards drawn into a hand. Only its own player sees `cards`; for everybody else they are null.
 */
export interface Drew {
  type: "drew";
  seat: number;
  count: number;
  cards: number[] | null;
}

/**
 * The cards drawn for the deal, round by round: the highest deals, and those who tie draw again.
 */
export interface DrewForDealer {
  type: "drew_for_dealer";
  rounds: DrawnCard[][];
}

export interface Ended {
  type: "ended";
  outcome: Outcome;
}

/**
 * A card beyond the fifth, left face up on the draw pile.
 */
export interface Exposed {
  type: "exposed";
  seat: number;
  card: number;
}

/**
 * The commitment to a game, SHA-256 of the server's secret for it, and the entropy that each seat has shown.
 */
export interface FairPlay {
  game: number;
  commitment: string;
  entropy: string[];
  commitments?: string[];
  showing?: boolean;
}

/**
 * A game after a move, with every hand open. The first frame is the deal, without a move.
 */
export interface Frame {
  by: number | null;
  move: string | null;
  happened: (DrewForDealer | Dealt | Drew | Played | Turned | Completed | Shuffled | Discarded | Passed | TurnBegan | Ended | IrregularTurn | IrregularFinished | LetStand | IrregularStands | Overdrew | Exposed | Took | RefusedExposed | Talked | Called | Stopped | CardReturned | Annulled | Penalised | MayNotDraw)[];
  game: GameView;
  hands: number[][];
}

/**
 * The public part of a game. Piles are listed from the bottom up; the top card of a stock pile is face up.
 */
export interface GameView {
  number: number;
  moves: number;
  turn: number;
  dealer: number | null;
  sides: number;
  hands: number[];
  stocks: StockView[];
  discards: number[][][];
  building: number[][];
  draw: number;
  spent: number[];
  passes: number;
  kitchen: MistakesView | null;
  outcome: Outcome | null;
}

/**
 * A new table that goes on with a finished game after `moves` of its moves; with 0, from the same deal.
 */
export interface GoOn {
  moves?: number;
  seat?: number | null;
}

/**
 * Why a call was right, or that it was not.
 */
export type Ground = "irregular" | "none" | "talk";

export interface GuestView {
  name: string;
  named: boolean;
  token?: string | null;
}

/**
 * The planner's move for a seat, chosen from what that seat sees. A stock card is worth ten points.
 */
export interface Hint {
  version: number;
  move: string;
  line: string[];
  wins: boolean;
  against: string | null;
  reasons: HintReason[];
  sentences?: HintSentence[];
}

/**
 * A feature of the planner (docs/bots.md), its value after either move, and the difference in points.
 */
export interface HintReason {
  feature: string;
  here: number;
  there: number;
  points: number;
}

/**
 * A reason in words: a text by its name (docs/bots.md), and the cards, seat and discard pile to fill in.
 */
export interface HintSentence {
  text: string;
  card?: number | null;
  needed?: number | null;
  seat?: number | null;
  pile?: number | null;
}

export interface History {
  games: HistoryItem[];
}

export interface HistoryItem {
  table: string;
  game: number;
  ended_at: number;
  seat: number;
  won: boolean;
  points: number;
  edition: string;
  names: string[];
}

export type How = "blocked" | "stock";

/**
 * A turn out of order is over; until another seat acts, it can still be called.
 */
export interface IrregularFinished {
  type: "irregular_finished";
  seat: number;
}

/**
 * Nobody has called a turn out of order in time: it counts like any other.
 */
export interface IrregularStands {
  type: "irregular_stands";
  seat: number;
}

/**
 * A seat begins to play although it is the turn of another.
 */
export interface IrregularTurn {
  type: "irregular_turn";
  seat: number;
  turn: number;
}

/**
 * Removes a player from the table for good; only for the owner.
 */
export interface Kick {
  type: "kick";
  seat: number;
  id: string;
}

/**
 * The kinds of refusals.
 */
export type Kind = "failed" | "limited" | "malformed" | "not_legal" | "out_of_date" | "unknown";

/**
 * Gives up the seat; in the middle of a game a bot plays on.
 */
export interface Leave {
  type: "leave";
  id: string;
}

export interface Left {
  type: "left_table";
  seat: number;
  kicked: boolean;
}

/**
 * A player will not call the turn out of order that is over.
 */
export interface LetStand {
  type: "let_stand";
  seat: number;
}

export interface Lobby {
  tables: TableSummary[];
}

/**
 * Stops new players from taking a seat, or allows it again; only for the owner.
 */
export interface Lock {
  type: "lock";
  on?: boolean;
  id: string;
}

/**
 * The owner stops new players from taking a seat, or allows it again.
 */
export interface Locked {
  type: "locked";
  on: boolean;
}

/**
 * The events of one version of a table. Chat is not among them.
 */
export interface LogStep {
  version: number;
  happened: (DrewForDealer | Dealt | Drew | Played | Turned | Completed | Shuffled | Discarded | Passed | TurnBegan | Ended | IrregularTurn | IrregularFinished | LetStand | IrregularStands | Overdrew | Exposed | Took | RefusedExposed | Talked | Called | Stopped | CardReturned | Annulled | Penalised | MayNotDraw | Sat | Left | BotSat | Readied | Withheld | Started | UndoAsked | UndoAnswered | Undone | Substituted | CameBack | Locked | Said)[];
}

export interface MatchView {
  points: number | null;
  games: number | null;
  played: number;
  scores: number[];
  over: boolean;
  leading?: number[];
}

/**
 * A turn begins without drawing, for having played out of turn.
 */
export interface MayNotDraw {
  type: "may_not_draw";
  seat: number;
}

export type Message = Update | Presence | Done | Refusal | Pong;

/**
 * Everything that is public about mistakes at a kitchen table.
 */
export interface MistakesView {
  actor: number | null;
  begun: boolean;
  drawing: number;
  offered: boolean;
  exposed: number[];
  talked: number[];
  owes: number[];
  skipped?: number | null;
  early?: number | null;
  finished?: boolean;
  stood?: number[];
}

/**
 * Stops receiving the chat of a seat, or receives it again.
 */
export interface Mute {
  type: "mute";
  seat: number;
  on?: boolean;
  id: string;
}

/**
 * A new guest. With `cookie` the token is set as a cookie that no script can read, for browsers.
 */
export interface NewGuest {
  name?: string | null;
  cookie?: boolean;
}

export interface NewName {
  name: string;
}

export interface NewTable {
  options: TableOptions;
  seat?: number | null;
  ready?: boolean;
}

export interface NewToken {
  cookie?: boolean;
}

/**
 * The finished game that a table goes on with: after how many of its moves, and the names at its seats.
 */
export interface OriginView {
  moves: number;
  names: string[];
}

export interface Outcome {
  how: How;
  winners: number[];
  left: number[];
  points: number;
}

/**
 * A card beyond the fifth, shuffled into the face-down cards of the player's stock pile.
 *
 * Only the player saw `card`; for everybody else it is null.
 */
export interface Overdrew {
  type: "overdrew";
  seat: number;
  card: number | null;
}

export interface OwnTable {
  table: TableSummary;
  seat: number;
  changed_at: number;
  turn?: number | null;
}

export interface OwnTables {
  tables: OwnTable[];
}

/**
 * The part of a table that only the receiver may see: their hand, and the moves they can make now.
 */
export interface OwnView {
  seat: number;
  owner: boolean;
  hand: number[];
  legal: string[];
  muted: number[];
  undo: number[] | null;
  silenced_by?: string | null;
  grounds?: CallGround[];
}

/**
 * A turn that ended without a discard, because the hand was empty.
 */
export interface Passed {
  type: "passed";
  seat: number;
}

/**
 * Cards put unseen under a stock pile, for talking.
 */
export interface Penalised {
  type: "penalised";
  seat: number;
  count: number;
}

export type Phase = "between" | "gathering" | "playing";

/**
 * Asks for a `pong`, which has the version of the table.
 */
export interface Ping {
  type: "ping";
}

export interface Play {
  type: "play";
  move: string;
  version: number;
  id: string;
}

/**
 * A card played on a building pile, where it stands for the number `stands_for`.
 *
 * `source` is `stock`, `discard` or `hand`, of seat `owner`; `number` is the discard pile from 1 to 4, otherwise 0.
 */
export interface Played {
  type: "played";
  seat: number;
  card: number;
  source: string;
  owner: number;
  number: number;
  pile: number;
  stands_for: number;
}

export interface Pong {
  type: "pong";
  version: number;
}

/**
 * Whether each seat is connected; if not, `grace` has the seconds until a bot plays for it.
 */
export interface Presence {
  type: "presence";
  here: boolean[];
  grace: (number | null)[];
  spectators: number;
  clock: number | null;
  preparing?: boolean;
}

/**
 * The proof of the shuffles of a finished game: see docs/promises.md.
 */
export interface Proof {
  scheme: number;
  secret: string;
  commitment: string;
  entropy: string[];
}

export interface Readied {
  type: "readied";
  seat: number;
  ready: boolean;
}

/**
 * Says that the next game may begin. It begins when every seat is taken and everybody is ready.
 *
 * A player who adds entropy to the shuffle need not trust anybody else's. Commit to it here and `show` it when the
 * table asks for it. Without a commitment the seat adds nothing, and has nothing more to do.
 */
export interface Ready {
  type: "ready";
  on?: boolean;
  entropy?: string;
  commitment?: string;
  id: string;
}

/**
 * The command was refused and nothing has changed. `code` is the id of a rule, or one of `codes`.
 */
export interface Refusal {
  type: "refused";
  id: string | null;
  kind: Kind;
  code: string;
  version?: number | null;
}

/**
 * Exposed cards that went face down to the bottom of the draw pile.
 */
export interface RefusedExposed {
  type: "refused_exposed";
  seat: number;
  cards: number[];
}

/**
 * A finished game from the deal to its end.
 */
export interface Replay {
  edition: string;
  referee: string;
  stock: number;
  seats: ReplaySeat[];
  teams: number[][];
  dealer: number | null;
  first: number;
  frames: Frame[];
}

/**
 * The name at a seat, and its player: `person` or the name of a bot.
 */
export interface ReplaySeat {
  name: string;
  player: string;
}

export interface Said {
  type: "said";
  seat: number;
  text: string;
}

export interface Sat {
  type: "sat";
  seat: number;
  name: string;
}

export interface Say {
  type: "say";
  text: string;
  id: string;
}

/**
 * Puts a bot on a seat that has no person, or with null removes the bot; only for the owner.
 */
export interface SeatBot {
  type: "seat_bot";
  seat: number;
  bot: string | null;
  id: string;
}

/**
 * A seat: free, or with a person, or with a bot; a bot may also play for a person (`person` and `bot`).
 */
export interface SeatView {
  name: string | null;
  person: boolean;
  bot: string | null;
  ready: boolean;
  open: boolean;
}

/**
 * The server: its version, and whether tables can be played already.
 */
export interface Server {
  version: string;
  protocol: number;
  id: string;
  ready: boolean;
  local: boolean;
}

/**
 * Shows the entropy that the seat has committed to, 16 to 32 bytes, as soon as `fair.showing` is true.
 *
 * The table gives the seats some seconds for it. If one does not show its entropy, every seat that has committed must
 * be ready again, with new entropy.
 */
export interface Show {
  type: "show";
  entropy: string;
  id: string;
}

/**
 * The spent cards became the draw pile.
 */
export interface Shuffled {
  type: "shuffled";
  count: number;
}

/**
 * Takes a seat: this one, or with null any free one.
 *
 * A player who has a new name sits down again at the same seat, between games, to have it there.
 */
export interface Sit {
  type: "sit";
  seat?: number | null;
  id: string;
}

/**
 * Starts the game with bots on the free seats; only for the owner, who commits to entropy by being ready before.
 */
export interface Start {
  type: "start";
  id: string;
}

/**
 * The owner started the game without waiting for more people.
 */
export interface Started {
  type: "started";
}

export interface Statistics {
  games: number;
  won: number;
  points: number;
}

export interface StockView {
  top: number | null;
  count: number;
}

/**
 * An irregular turn was noticed; its cards stay where they are.
 */
export interface Stopped {
  type: "stopped";
  seat: number;
}

/**
 * Lets a bot play for a player who is away, without waiting any longer; only for the owner.
 *
 * The player gets the seat back by connecting again, as always.
 */
export interface Substitute {
  type: "substitute";
  seat: number;
  id: string;
}

/**
 * A bot plays on for a player; `why` is `absence` or `clock`.
 */
export interface Substituted {
  type: "substituted";
  seat: number;
  bot: string;
  why: string;
}

/**
 * Asks for an `update` with the events since a version; with null, without events.
 */
export interface Sync {
  type: "sync";
  since?: number | null;
}

export type TableEvent = DrewForDealer | Dealt | Drew | Played | Turned | Completed | Shuffled | Discarded | Passed | TurnBegan | Ended | IrregularTurn | IrregularFinished | LetStand | IrregularStands | Overdrew | Exposed | Took | RefusedExposed | Talked | Called | Stopped | CardReturned | Annulled | Penalised | MayNotDraw | Sat | Left | BotSat | Readied | Withheld | Started | UndoAsked | UndoAnswered | Undone | Substituted | CameBack | Locked | Said;

/**
 * A table as whoever has its link sees it before they sit down.
 */
export interface TableInvitation {
  id: string;
  phase: Phase;
  options: TableOptions;
  seats: SeatView[];
  locked: boolean;
  made_at: number;
  host?: number | null;
}

export interface TableLink {
  id: string;
  link: string;
}

/**
 * The events of a table up to a version, from the deal of its latest game on, as the guest could see them.
 */
export interface TableLog {
  game: number;
  version: number;
  names: (string | null)[];
  steps: LogStep[];
}

/**
 * The options of a table. A combination that the edition does not allow is refused.
 */
export interface TableOptions {
  edition?: string;
  column?: string | null;
  referee?: string;
  players?: number;
  partners?: boolean;
  stock?: number | null;
  dealer?: number | null;
  youngest?: number | null;
  points?: number | null;
  games?: number | null;
  bots?: (string | null)[];
  substitute?: string;
  grace?: number;
  clock?: number | null;
  pace?: number;
  vigilance?: number;
  spectators?: boolean;
  public?: boolean;
  chat?: boolean;
  hints?: boolean;
}

/**
 * A table as people see it before they sit down, in the lobby or by its link.
 */
export interface TableSummary {
  id: string;
  phase: Phase;
  options: TableOptions;
  seats: SeatView[];
  locked: boolean;
  made_at: number;
}

export interface TableView {
  id: string;
  phase: Phase;
  options: TableOptions;
  owner: number | null;
  locked: boolean;
  seats: SeatView[];
  match: MatchView;
  undo: UndoView | null;
  fair: FairPlay;
  origin: OriginView | null;
}

/**
 * A player talked to a partner.
 */
export interface Talked {
  type: "talked";
  seat: number;
}

/**
 * Exposed cards taken into the hand; `left` others went face down to the bottom of the draw pile.
 */
export interface Took {
  type: "took";
  seat: number;
  cards: number[];
  left: number;
}

export interface TurnBegan {
  type: "turn_began";
  seat: number;
}

/**
 * The next card of a stock pile, now face up.
 */
export interface Turned {
  type: "turned";
  seat: number;
  card: number;
}

/**
 * Undoes the player's last move: at once if it showed no hidden card, otherwise when the opponents agree.
 */
export interface Undo {
  type: "undo";
  version: number;
  id: string;
}

export interface UndoAnswered {
  type: "undo_answered";
  seat: number;
  agree: boolean;
}

/**
 * A player asks to undo the last `moves` moves.
 */
export interface UndoAsked {
  type: "undo_asked";
  seat: number;
  moves: number;
}

/**
 * A request to undo moves, and the seats that have not answered yet.
 */
export interface UndoView {
  seat: number;
  moves: number;
  waiting: number[];
}

/**
 * The last `moves` moves were undone, so that this seat can make its last move again.
 */
export interface Undone {
  type: "undone";
  seat: number;
  moves: number;
}

/**
 * The whole table as the receiver may see it, and the events since version `since`.
 *
 * If `since` is null, there are no events, and `chat` has the latest messages. Clients drop an update whose version is
 * not above the version that they have.
 */
export interface Update {
  type: "update";
  version: number;
  since: number | null;
  happened: (DrewForDealer | Dealt | Drew | Played | Turned | Completed | Shuffled | Discarded | Passed | TurnBegan | Ended | IrregularTurn | IrregularFinished | LetStand | IrregularStands | Overdrew | Exposed | Took | RefusedExposed | Talked | Called | Stopped | CardReturned | Annulled | Penalised | MayNotDraw | Sat | Left | BotSat | Readied | Withheld | Started | UndoAsked | UndoAnswered | Undone | Substituted | CameBack | Locked | Said)[];
  chat: Said[];
  table: TableView;
  game: GameView | null;
  own: OwnView | null;
}

/**
 * The guest who asks; the name is null for a client without a token.
 */
export interface Visitor {
  name: string | null;
  named: boolean;
}

/**
 * A seat did not show the entropy that it had committed to, or left: the commitments of all seats are void.
 */
export interface Withheld {
  type: "withheld";
  seat: number;
}
