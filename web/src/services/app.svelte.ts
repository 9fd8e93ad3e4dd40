/** The page as an app: the browser keeps it, takes a new version when the player wants it, and may install it. */
import { beside } from "../net/host";

/** What browsers that can install a page send: MDN, BeforeInstallPromptEvent. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

class KeptPage {
  /** The new version that waits, until no window shows the old one. */
  next = $state.raw<ServiceWorker | null>(null);
  install = $state.raw<InstallEvent | null>(null);

  async keep(): Promise<void> {
    addEventListener("beforeinstallprompt", (event) => {
      event.preventDefault(); // the start page offers it
      this.install = event as InstallEvent;
    });
    const worker = navigator.serviceWorker;
    let kept = worker.controller;
    worker.oncontrollerchange = () => {
      if (kept) location.reload(); // the next version has taken over, here or in another tab: the files of this one are gone
      kept = worker.controller;
    };
    const registration = await worker.register(beside("sw.js"));
    const look = () => {
      this.next = worker.controller && registration.waiting; // nobody needs to hear of the first
    };
    registration.onupdatefound = () => {
      registration.installing!.onstatechange = look;
    };
    look();
  }

  /** Begins anew with the next version, in every tab. Games go on: they are stored, here or at the server. */
  renew(): void {
    this.next?.postMessage("use");
  }
}

export const keptPage = new KeptPage();
