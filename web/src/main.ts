import "./styles/font.css";
import "./styles/tokens.css";
import "./styles/themes.css";
import "./styles/base.css";
import { mount } from "svelte";

import App from "./App.svelte";

mount(App, { target: document.getElementById("app")! });

if (import.meta.env.PROD && "serviceWorker" in navigator) {
  navigator.serviceWorker.register("/sw.js").catch(() => {}); // without a service worker the page just does not open offline
}
