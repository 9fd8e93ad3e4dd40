/** Calls a player who looks elsewhere: in the title of the tab, on its icon and on that of the installed app. */
import CALLING from "../generated/icon-turn.svg";
import { t } from "../i18n/i18n.svelte";
import { callInTitle } from "./title.svelte";

const ICON = "/icon.svg";

/** While it is the player's turn and nobody looks at the tab. To be called where effects live. */
export function callWhen(isTurn: () => boolean): void {
  let hidden = $state(document.visibilityState === "hidden");
  $effect(() => {
    const look = (): void => void (hidden = document.visibilityState === "hidden");
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  });
  $effect(() => {
    if (!hidden || !isTurn()) return;
    callInTitle(t("Your turn."));
    setIcon(CALLING);
    void navigator.setAppBadge?.().catch(() => {}); // not everybody lets us
    return () => {
      callInTitle(null);
      setIcon(ICON);
      void navigator.clearAppBadge?.().catch(() => {});
    };
  });
}

function setIcon(address: string): void {
  document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.setAttribute("href", address);
}
