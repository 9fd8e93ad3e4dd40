/** Short messages that disappear by themselves: refusals, confirmations. shell/Notices.svelte shows them. */
import { ApiError } from "../net/api";
import { refusalText } from "../net/refusals";

export interface Notice {
  id: number;
  text: string;
  /** Whether something went wrong: the notice is read aloud at once and shown for longer. */
  urgent: boolean;
}

const MOST = 3;
let last = 0;
let shown = $state.raw<Notice[]>([]);

export function notices(): readonly Notice[] {
  return shown;
}

export function notify(text: string, { urgent = false } = {}): void {
  const notice = { id: ++last, text, urgent };
  shown = [...shown.filter((other) => other.text !== text), notice].slice(-MOST);
  setTimeout(() => dismiss(notice.id), (urgent ? 6_000 : 3_500) + text.length * 40);
}

export function dismiss(id: number): void {
  shown = shown.filter((notice) => notice.id !== id);
}

/** Shows why a request failed. */
export async function notifyError(error: unknown): Promise<void> {
  if (!(error instanceof ApiError)) throw error;
  notify(await refusalText(error.code), { urgent: true });
}
