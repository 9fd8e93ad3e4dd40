/** Something that happened at a table, in a game or around it. (`Event` is taken: it is the browser's.) */
export type { Happening as TableEvent } from "../generated/protocol";
