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
 * Takes one's seat back from the bot that plays it.
 */
export interface ComeBack {
  type: "come_back";
  id: string;
}

export type Command = Sit | Leave | Ready | Start | Play | Undo | AnswerUndo | ComeBack | SeatBot | Kick | Lock | Say | Mute | Ping | Sync;

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
 * The command is in the log, at this version.
 */
export interface Done {
  type: "done";
  id: string;
  version: number;
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
 * SHA-256 of the server's secret for the next or the current game, and what each seat has added.
 */
export interface FairPlay {
  game: number;
  commitment: string;
  entropy: string[];
}

/**
 * A game after a move, with every hand open. The first frame is the deal: nobody has moved.
 */
export interface Frame {
  by: number | null;
  move: string | null;
  happened: (Dealt | Drew | Played | Turned | Completed | Shuffled | Discarded | Passed | TurnBegan | Ended | IrregularTurn | Overdrew | Exposed | Took | RefusedExposed | Talked | Called | Stopped | Annulled | Penalised | MayNotDraw)[];
  game: GameView;
  hands: number[][];
}

/**
 * What everybody may see of a game. Piles are from the bottom up; the top of a stock pile is face up.
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
  kitchen: KitchenView | null;
  outcome: Outcome | null;
}

/**
 * A new table that goes on from a finished game after so many of its moves; after none, the same deal again.
 */
export interface GoOn {
  moves?: number;
  seat?: number | null;
}

/**
 * Why a call was right, or that it was not.
 */
export type Ground = "irregular" | "none" | "talk";

export interface Guest {
  name: string;
  named: boolean;
  token?: string | null;
}

export type Happening = Dealt | Drew | Played | Turned | Completed | Shuffled | Discarded | Passed | TurnBegan | Ended | IrregularTurn | Overdrew | Exposed | Took | RefusedExposed | Talked | Called | Stopped | Annulled | Penalised | MayNotDraw | Sat | Left | BotSat | Readied | Started | UndoAsked | UndoAnswered | Undone | Substituted | CameBack | Locked | Said;

/**
 * What the planner would play at a seat, from what that seat sees. A stock card is ten points.
 */
export interface Hint {
  version: number;
  move: string;
  line: string[];
  wins: boolean;
  against: string | null;
  reasons: Reason[];
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
 * A seat begins to play although it is the turn of another.
 */
export interface IrregularTurn {
  type: "irregular_turn";
  seat: number;
  turn: number;
}

/**
 * The owner sends somebody away, for good.
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
 * What everybody knows about mistakes at a kitchen table.
 */
export interface KitchenView {
  actor: number | null;
  begun: boolean;
  drawing: number;
  offered: boolean;
  exposed: number[];
  talked: number[];
  owes: number[];
}

/**
 * Gives the seat up; in the middle of a game a bot plays on.
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

export interface Lobby {
  tables: TableSummary[];
}

/**
 * The owner lets nobody else sit down.
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

export interface MatchView {
  points: number | null;
  games: number | null;
  played: number;
  scores: number[];
  over: boolean;
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
 * Hears no more of a seat, or hears it again.
 */
export interface Mute {
  type: "mute";
  seat: number;
  on?: boolean;
  id: string;
}

/**
 * Who comes: `cookie` for browsers, which then hold the token where no script can read it.
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
 * The finished game that a table goes on with: after how many of its moves, and who sat where.
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
}

export interface OwnTables {
  tables: OwnTable[];
}

/**
 * What only the receiver may see: their hand, and the moves they can make now.
 */
export interface OwnView {
  seat: number;
  owner: boolean;
  hand: number[];
  legal: string[];
  muted: number[];
  undo: number[] | null;
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
 * Asks for a `pong`, which says at which version the table is.
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
 * Who is connected, by seat; for who is not, the seconds until a bot plays for them, or null.
 */
export interface Presence {
  type: "presence";
  here: boolean[];
  grace: (number | null)[];
  spectators: number;
  clock: number | null;
}

/**
 * All that is needed to check the shuffles of a finished game: see docs/promises.md.
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
 * The next game may begin: it does when every seat is taken and everybody is ready.
 *
 * `entropy` goes into the shuffle: whoever adds a number of their own need not trust the server's.
 */
export interface Ready {
  type: "ready";
  on?: boolean;
  entropy?: string;
  id: string;
}

/**
 * A feature that the planner weighs (docs/bots.md), what it is after either move, and what it counts in points.
 */
export interface Reason {
  feature: string;
  here: number;
  there: number;
  points: number;
}

/**
 * Nothing has changed. The code says why: the id of a rule, or a word of `codes`.
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
 * Who sat there, and what played: `person` or the name of a bot.
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
 * The owner puts a bot on a free seat, another bot on a bot's, or with null takes it away.
 */
export interface SeatBot {
  type: "seat_bot";
  seat: number;
  bot: string | null;
  id: string;
}

/**
 * A seat: free without a name; a person, a bot, or a bot for a person (`person` and `bot`).
 */
export interface SeatView {
  name: string | null;
  person: boolean;
  bot: string | null;
  ready: boolean;
  open: boolean;
}

/**
 * Who answers: which version, and whether tables can be played already.
 */
export interface Server {
  version: string;
  protocol: number;
  id: string;
  ready: boolean;
  local: boolean;
}

/**
 * The spent cards became the draw pile.
 */
export interface Shuffled {
  type: "shuffled";
  count: number;
}

/**
 * Takes a seat: this one, or any that is free.
 */
export interface Sit {
  type: "sit";
  seat?: number | null;
  id: string;
}

/**
 * The owner begins: bots take the seats that are free.
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
 * A bot plays on for a player; `why` is `absence` or `clock`.
 */
export interface Substituted {
  type: "substituted";
  seat: number;
  bot: string;
  why: string;
}

/**
 * Asks for an `update` with what happened since a version; without one, for the table as it is.
 */
export interface Sync {
  type: "sync";
  since?: number | null;
}

export interface TableLink {
  id: string;
  link: string;
}

/**
 * A table as its owner wants it. What the sheet does not allow is refused.
 */
export interface TableOptions {
  edition?: string;
  referee?: string;
  players?: number;
  partners?: boolean;
  stock?: number | null;
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
 * A table as the lobby and who follows a link see it before they sit down.
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
 * Takes one's last move back: at once if it showed no hidden card, otherwise when the opponents agree.
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
 * A wish to take moves back, and who has not answered yet.
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
 * The whole table as the receiver may see it, and what happened since version `since`.
 *
 * `since` is null where that is not told: then the table is simply as it is, and `chat` has what was said last. An
 * update whose version is not above the receiver's own is old and is dropped.
 */
export interface Update {
  type: "update";
  version: number;
  since: number | null;
  happened: (Dealt | Drew | Played | Turned | Completed | Shuffled | Discarded | Passed | TurnBegan | Ended | IrregularTurn | Overdrew | Exposed | Took | RefusedExposed | Talked | Called | Stopped | Annulled | Penalised | MayNotDraw | Sat | Left | BotSat | Readied | Started | UndoAsked | UndoAnswered | Undone | Substituted | CameBack | Locked | Said)[];
  chat: Said[];
  table: TableView;
  game: GameView | null;
  own: OwnView | null;
}

/**
 * Who asks; null for somebody who has not come yet.
 */
export interface Visitor {
  name: string | null;
  named: boolean;
}
