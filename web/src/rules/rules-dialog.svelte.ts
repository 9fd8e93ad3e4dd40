/** The rules in front of the table: which edition's, and which rule is pointed at. LiveTable shows them. */

let shown = $state.raw<{ edition: string; rule: string | null } | null>(null);

export const rulesDialog = {
  get shown() {
    return shown;
  },
  open(edition: string, rule: string | null = null): void {
    shown = { edition, rule };
  },
  close(): void {
    shown = null;
  },
};
