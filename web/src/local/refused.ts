/** A request that is refused, with the kind and the code that a server would answer. */
export class Refused extends Error {
  constructor(
    readonly kind: "unknown" | "not_legal" | "malformed",
    readonly code: string,
  ) {
    super(code);
  }
}
