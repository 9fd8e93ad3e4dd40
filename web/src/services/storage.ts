/** What this browser keeps for the reader. One that keeps nothing, as in a private window, does no harm. */

export function kept<T extends object>(place: string): Partial<T> {
  try {
    const found = JSON.parse(localStorage.getItem(place) ?? "{}") as unknown;
    return typeof found === "object" && found !== null ? (found as Partial<T>) : {};
  } catch {
    return {};
  }
}

export function keep(place: string, value: object): void {
  try {
    localStorage.setItem(place, JSON.stringify(value));
  } catch {
    // then it is forgotten
  }
}
