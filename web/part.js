// Loads a part of the page when it is needed: its script and its style sheets at the same time. Vite's own helper waits for
// the sheets before it asks for the script, and is four times as long, because it also preloads scripts and knows nonces.
const sheets = {};

function loadSheet(href) {
  if (Array.from(document.styleSheets).some((sheet) => sheet.href === href)) return;
  return (sheets[href] ??= new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.onload = resolve;
    link.onerror = () => {
      delete sheets[href]; // so that it can be tried again
      link.remove();
      reject(new Error(`${href} could not be loaded`));
    };
    document.head.append(link);
  }));
}

export async function __vitePreload(loadScript, names = [], base) {
  const [part] = await Promise.all([loadScript(), ...names.map((name) => loadSheet(new URL(name, base).href))]);
  return part;
}
