/** Whether the rules dialog is open, with which edition and which highlighted rule. LiveTable.svelte shows it. */

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
