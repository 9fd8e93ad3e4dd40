/** Where the page comes from: from a server of ours, or, written by `skipbo site`, from a web space that knows only files. */
export const isSite = typeof document !== "undefined" && "site" in document.documentElement.dataset;

/** The address of a file that lies beside the page. */
export function beside(file: string): string {
  return isSite ? file : `/${file}`;
}
