import "../src/styles/font.css";
import "../src/styles/tokens.css";
import "../src/styles/themes.css";
import "../src/styles/base.css";
import { mount } from "svelte";

import TablePreview from "./TablePreview.svelte";

mount(TablePreview, { target: document.getElementById("app")! });
