/** The questions that a player can ask about the table. */
import { mark } from "../../i18n/i18n.svelte";

export type Question = "hand" | "piles" | "others" | "last";

/** The questions with their texts and keys. */
export const QUESTIONS: { question: Question; words: string; key: string }[] = [
  { question: "hand", words: mark("My cards"), key: "c" },
  { question: "piles", words: mark("The piles in the middle"), key: "p" },
  { question: "others", words: mark("The others"), key: "o" },
  { question: "last", words: mark("The last turn"), key: "l" },
];
