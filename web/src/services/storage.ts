/** Objects in the browser's local storage. Without storage, as in a private window, nothing is kept. */

export function loadStored<T extends object>(key: string): Partial<T> {
  try {
    const found = JSON.parse(localStorage.getItem(key) ?? "{}") as unknown;
    return typeof found === "object" && found !== null ? (found as Partial<T>) : {};
  } catch {
    return {};
  }
}

export function store(key: string, value: object): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // no storage: the value is lost when the page closes
  }
}
