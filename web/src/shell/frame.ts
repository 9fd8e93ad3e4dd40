/** What is around the screens without a board, as one chunk that is loaded when needed. */
export { default as Footer } from "./Footer.svelte";
export { default as Header } from "./Header.svelte";
export { default as ServerAlert } from "./ServerAlert.svelte";
