/** Calls a player who looks elsewhere: in the title of the tab, on its icon and on that of the installed app. */
import ALERT_ICON from "../generated/icon-turn.svg";
import { t } from "../i18n/i18n.svelte";
import { setTitleAlert } from "./title.svelte";

const ICON = "/icon.svg";

/** While it is the player's turn and nobody looks at the tab. To be called where effects live. */
export function alertWhen(isTurn: () => boolean): void {
  let hidden = $state(document.visibilityState === "hidden");
  $effect(() => {
    const update = (): void => void (hidden = document.visibilityState === "hidden");
    document.addEventListener("visibilitychange", update);
    return () => document.removeEventListener("visibilitychange", update);
  });
  $effect(() => {
    if (!hidden || !isTurn()) return;
    setTitleAlert(t("Your turn."));
    setIcon(ALERT_ICON);
    void navigator.setAppBadge?.().catch(() => {}); // not everybody lets us
    return () => {
      setTitleAlert(null);
      setIcon(ICON);
      void navigator.clearAppBadge?.().catch(() => {});
    };
  });
}

function setIcon(address: string): void {
  document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.setAttribute("href", address);
}
