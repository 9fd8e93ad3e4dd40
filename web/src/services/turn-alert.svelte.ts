/** Alerts a player in another tab or app: by the title, the tab's icon and the badge of the installed app. */
import ALERT_ICON from "../generated/icon-turn.svg";
import { t } from "../i18n/i18n.svelte";
import { beside } from "../net/host";
import { setTitleAlert } from "./title.svelte";

const ICON = beside("icon.svg");

/** Alerts while it is the player's turn and the tab is hidden. Call it in a component. */
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
    void navigator.setAppBadge?.().catch(() => {}); // the browser may forbid it
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
