/** An event of a table: something that happened in its games or around them. (`Event` is the browser's own type.) */
export type { TableEvent } from "../generated/protocol";
