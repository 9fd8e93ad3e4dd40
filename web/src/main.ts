import "./styles/font.css";
import "./styles/tokens.css";
import "./styles/themes.css";
import "./styles/base.css";
import { mount } from "svelte";

import App from "./App.svelte";
import { keptPage } from "./services/app.svelte";

mount(App, { target: document.getElementById("app")! });

if (import.meta.env.PROD && "serviceWorker" in navigator) {
  keptPage.keep().catch(() => {}); // where the browser keeps nothing, the page just does not open without a network
}
