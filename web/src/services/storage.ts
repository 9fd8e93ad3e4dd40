/** What this browser keeps for the reader. One that keeps nothing, as in a private window, does no harm. */

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
    // then it is forgotten
  }
}
