import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

/** The class of a component, which each of its elements has: short, because it is no word that compresses. */
const cssHash = ({ hash, css }) => `x${hash(css).slice(-4)}`;

export default { preprocess: vitePreprocess(), compilerOptions: { runes: true, cssHash } };
