/** What stands above and below every screen but those that need all the room for a board. */
export { default as Footer } from "./Footer.svelte";
export { default as Header } from "./Header.svelte";
