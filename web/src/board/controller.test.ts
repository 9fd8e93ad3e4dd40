import { beforeEach, describe, expect, it, vi } from "vitest";

import { announcer } from "../services/announcer.svelte";
import { settings } from "../services/settings.svelte";
import { Playing, type Given, type Settled } from "./controller.svelte";
import type { Scene } from "./model/scene";
import { scene } from "./model/scene.fixture";

const LEGAL = ["s>b2", "hW>b1", "hW>b2", "hW>d1", "h1>b1", "h1>b3", "h1>d1", "h1>d2", "h7>d1", "h7>d2"];

/** A table at which every move is noted; the server's answer can be chosen. */
function at(first: Scene, answer: Settled | Promise<Settled> = true) {
  const made: string[] = [];
  const given: Given = { scene: first, onmove: (move) => (made.push(move), answer) };
  const playing = new Playing(() => given);
  const take = (next: Scene): void => {
    given.scene = next;
    playing.take(next);
  };
  return { playing, made, take, given };
}

const word = (): string | undefined => announcer.urgent.at(-1)?.text;
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

beforeEach(() => {
  vi.stubGlobal("document", { visibilityState: "visible", activeElement: null });
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  settings.speed = "off";
  settings.confirmDiscard = false;
  announcer.urgent = [];
});

describe("choosing", () => {
  it("lights what can be taken, and then where it can go", () => {
    const { playing } = at(scene({ legal: LEGAL }));
    expect(playing.marks("h1")).toEqual(["can"]);
    expect(playing.marks("b3")).toEqual([]);
    playing.press("h1", false);
    expect(playing.marks("h1")).toEqual(["chosen"]);
    expect(playing.marks("b3")).toEqual(["target"]);
    expect(playing.marks("b2")).toEqual([]);
    expect(playing.marks("0d1")).toEqual(["target"]);
  });

  it("makes the move when a target is pressed", () => {
    const { playing, made } = at(scene({ legal: LEGAL }));
    playing.press("h1", false);
    playing.press("b3", false);
    expect(made).toEqual(["h1>b3"]);
    expect(playing.chosen).toBeNull();
  });

  it("takes another card instead, or lets go at a second slow press", () => {
    const { playing, made } = at(scene({ legal: LEGAL }));
    vi.spyOn(performance, "now").mockReturnValue(0);
    playing.press("h1", false);
    playing.press("0s", false);
    expect(playing.chosen?.place).toBe("0s");
    vi.spyOn(performance, "now").mockReturnValue(5_000);
    playing.press("0s", false);
    expect(playing.chosen).toBeNull();
    expect(made).toEqual([]);
    vi.restoreAllMocks();
  });

  it("sends a card that can go only one way at a quick second press, or a second press of a key", () => {
    const { playing, made } = at(scene({ legal: LEGAL }));
    playing.press("h1", false);
    playing.press("h1", false);
    expect(made).toEqual(["h1>b1"]);
    const other = at(scene({ legal: LEGAL }));
    other.playing.press("0s", true);
    other.playing.press("0s", true);
    expect(other.made).toEqual(["s>b2"]);
  });

  it("asks where, if there are several ways", () => {
    const { playing, made } = at(scene({ legal: LEGAL }));
    playing.press("h0", false);
    playing.press("h0", false);
    expect(made).toEqual([]);
    expect(playing.chosen?.source).toBe("hW");
    expect(word()).toBe("It can go to several places: choose one.");
  });

  it("says why not", () => {
    const { playing } = at(scene({ legal: LEGAL }));
    playing.press("b1", false);
    expect(word()).toBe("Choose a card first, then where it goes.");
    playing.press("0d1", false);
    expect(word()).toBe("This card cannot be played now.");
    playing.press("0d2", false);
    expect(word()).toBe("No card lies here.");
    playing.press("0s", false);
    playing.press("b1", false);
    expect(word()).toBe("This card cannot go there now.");
    expect(playing.chosen).toBeNull();
    at(scene({ legal: [] })).playing.press("h1", false);
    expect(word()).toBe("It is somebody else's turn.");
  });

  it("chooses nothing on a board that is only looked at", () => {
    const looked = scene({ legal: LEGAL });
    const playing = new Playing(() => ({ scene: looked }));
    playing.press("h1", false);
    expect(playing.chosen).toBeNull();
    expect(playing.marks("h1")).toEqual([]);
    expect(word()).toBeUndefined();
  });

  it("draws by a press on the draw pile where that is a move", () => {
    const { playing, made } = at(scene({ legal: ["draw", "call 1"] }));
    expect(playing.marks("draw")).toEqual(["can"]);
    playing.press("draw", false);
    expect(made).toEqual(["draw"]);
  });

  it("lets go of a card that can go nowhere any more", () => {
    const { playing, take } = at(scene({ legal: LEGAL }));
    playing.press("h1", false);
    take(scene({ version: 2, legal: [] }));
    expect(playing.chosen).toBeNull();
  });
});

describe("a card that is carried", () => {
  it("goes where it is dropped, and back from where it cannot go", () => {
    const { playing, made } = at(scene({ legal: LEGAL }));
    playing.lift("h1");
    playing.drop("b2");
    expect(made).toEqual([]);
    expect(playing.chosen).toBeNull();
    playing.lift("h1");
    playing.drop(null);
    expect(made).toEqual([]);
    playing.lift("h1");
    playing.drop("b1");
    expect(made).toEqual(["h1>b1"]);
  });
});

describe("a discard", () => {
  it("asks first, if the player wants that", () => {
    settings.confirmDiscard = true;
    const { playing, made } = at(scene({ legal: LEGAL }));
    playing.press("h2", false);
    playing.press("0d1", false);
    expect(made).toEqual([]);
    expect(playing.unconfirmed?.text).toBe("h7>d1");
    playing.confirm();
    expect(made).toEqual(["h7>d1"]);
  });

  it("can be confirmed by pressing the pile again, and kept", () => {
    settings.confirmDiscard = true;
    const { playing, made } = at(scene({ legal: LEGAL }));
    playing.press("h2", false);
    playing.press("0d1", false);
    playing.letGo();
    expect(playing.unconfirmed).toBeNull();
    playing.press("h2", false);
    playing.press("0d2", false);
    playing.press("0d2", false);
    expect(made).toEqual(["h7>d2"]);
  });
});

describe("a move", () => {
  it("is shown at once, and nothing else can be chosen until it is answered", () => {
    const { playing } = at(scene({ legal: LEGAL }), new Promise(() => {}));
    playing.press("h1", false);
    playing.press("b3", false);
    expect(playing.scene.game.building[2]).toEqual([1]);
    expect(playing.scene.hand).toEqual([0, 7, 7]);
    expect(playing.marks("b3")).toEqual(["pending"]);
    expect(playing.marks("h0")).toEqual([]);
  });

  it("is settled by the scene that tells it, and is not shown twice", async () => {
    const { playing, take } = at(scene({ legal: LEGAL }));
    playing.press("h1", false);
    playing.press("b3", false);
    const played = { type: "played", seat: 0, card: 1, source: "hand", owner: 0, number: 0, pile: 3, stands_for: 1 } as const;
    const said = { type: "said", seat: 1, text: "hm" } as const;
    take(scene({ version: 2, legal: LEGAL, happened: [said] }));
    expect(playing.marks("b3")).toEqual(["pending"]);
    const next = scene(
      { version: 3, hand: [0, 7, 7], legal: ["hW>b1"], happened: [played] },
      { moves: 1, building: [[], [1, 0], [1], []], hands: [3, 5] },
    );
    take(next);
    expect(playing.marks("b3")).toEqual([]);
    expect(playing.marks("h0")).toEqual(["can"]);
    await settled();
    expect(playing.scene).toBe(next);
  });

  it("is taken back with a word if the server refuses it", async () => {
    const first = scene({ legal: LEGAL });
    const refusal = { type: "refused", id: "1", kind: "out_of_date", code: "version" } as const;
    const { playing } = at(first, Promise.resolve(refusal));
    playing.press("h1", false);
    playing.press("b3", false);
    await vi.waitFor(() => expect(word()).toBe("The table has moved on: look again."));
    expect(playing.scene).toBe(first);
  });

  it("is not taken back by the refusal of another", async () => {
    const { playing, take, given } = at(scene({ legal: LEGAL }));
    let refuse = (_: Settled): void => {};
    given.onmove = () => new Promise((resolve) => (refuse = resolve));
    playing.press("h1", false);
    playing.press("b3", false);
    take(scene({ version: 2, legal: LEGAL, happened: null }, { moves: 3 })); // somebody was quicker
    given.onmove = () => new Promise(() => {});
    playing.press("h2", false);
    playing.press("0d2", false);
    refuse(false);
    await settled();
    expect(playing.marks("0d2")).toEqual(["pending"]);
    expect(playing.scene.hand).toEqual([0, 1, 7]);
  });

  it("is taken back without one where somebody else says why", async () => {
    const first = scene({ legal: LEGAL });
    const { playing } = at(first, Promise.resolve(false));
    playing.press("h1", false);
    playing.press("b3", false);
    await settled();
    expect(playing.scene).toBe(first);
    expect(word()).toBeUndefined();
  });
});

describe("what happens elsewhere", () => {
  const discarded = { type: "discarded", seat: 1, card: 4, pile: 2 } as const;
  const began = { type: "turn_began", seat: 0 } as const;
  const drew = { type: "drew", seat: 0, count: 1, cards: [3] } as const;
  const mine = scene(
    { version: 2, hand: [0, 1, 3, 7, 7], legal: ["h3>b2"], happened: [discarded, began, { ...drew, cards: [3] }] },
    { moves: 1, hands: [5, 4], draw: 99 },
  );

  it("flies while the player can act already, who then sees the newest scene at once", () => {
    settings.speed = "slow";
    const { playing, take, made } = at(scene({ legal: [] }, { turn: 1 }));
    take(mine);
    expect(playing.scene.hand).not.toEqual(mine.hand);
    expect(playing.legal.map((move) => move.text)).toEqual(["h3>b2"]);
    playing.press("h3", false); // still the second 7
    expect(playing.scene).toBe(mine);
    expect(word()).toBe("This card cannot be played now.");
    playing.press("h2", false);
    playing.press("b2", false);
    expect(made).toEqual(["h3>b2"]);
  });

  it("is called out when it is the player's turn, also to whoever just comes", () => {
    const { take } = at(scene({ legal: [] }, { turn: 1 }));
    take(mine);
    expect(word()).toBe("Your turn.");
    announcer.urgent = [];
    at(scene({ legal: LEGAL, happened: null })).playing.begin();
    expect(word()).toBe("Your turn.");
  });

  it("is seen happening by happening, and ends as the server says", async () => {
    const { playing, take } = at(scene({ legal: [] }, { turn: 1 }));
    const seen: string[] = [];
    playing.stage.onseen = ({ type }) => seen.push(type);
    take(mine);
    await settled();
    expect(seen).toEqual(["discarded", "turn_began", "drew"]);
    expect(playing.scene).toBe(mine);
  });

  it("is not seen in a tab that nobody looks at", () => {
    vi.stubGlobal("document", { visibilityState: "hidden", activeElement: null });
    const { playing, take } = at(scene({ legal: [] }, { turn: 1 }));
    take(mine);
    expect(playing.scene).toBe(mine);
  });

  it("is skipped when too much waits", () => {
    settings.speed = "slow";
    const { playing, take } = at(scene({ legal: [] }, { turn: 1 }));
    const scenes = Array.from({ length: 12 }, (_, place) => ({ ...mine, version: place + 2 }));
    scenes.forEach(take);
    expect(playing.scene.version).toBeGreaterThan(7);
  });
});
