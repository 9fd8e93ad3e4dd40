/** The names of the paces at which a board shows what others do. */
import { mark } from "../i18n/i18n.svelte";
import type { Pace } from "../services/settings.svelte";

export const PACE_NAMES: Record<Pace, string> = { calm: mark("Calm"), quick: mark("Quick"), instant: mark("Instant") };
