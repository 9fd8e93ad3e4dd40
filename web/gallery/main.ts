import "../src/styles/font.css";
import "../src/styles/tokens.css";
import "../src/styles/themes.css";
import "../src/styles/base.css";
import { mount } from "svelte";

import Gallery from "./Gallery.svelte";

mount(Gallery, { target: document.getElementById("app")! });
