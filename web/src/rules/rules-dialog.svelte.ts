/** The rules in front of the table: which edition's, and which rule is pointed at. LiveTable shows them. */

let open = $state.raw<{ edition: string; rule: string | null } | null>(null);

export const openRules = {
  get now() {
    return open;
  },
  at(edition: string, rule: string | null = null): void {
    open = { edition, rule };
  },
  close(): void {
    open = null;
  },
};
