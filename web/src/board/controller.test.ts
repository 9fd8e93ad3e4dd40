import { beforeEach, describe, expect, it, vi } from "vitest";

import { announcer } from "../services/announcer.svelte";
import { settings } from "../services/settings.svelte";
import { BoardController, type BoardProps, type MoveResult } from "./controller.svelte";
import type { Scene } from "./model/scene";
import { scene } from "./model/scene.fixture";

const LEGAL = ["s>b2", "hW>b1", "hW>b2", "hW>d1", "h1>b1", "h1>b3", "h1>d1", "h1>d2", "h7>d1", "h7>d2"];

/** A board that records every move made; `answer` is the server's answer. */
function boardWith(first: Scene, answer: MoveResult | Promise<MoveResult> = true) {
  const made: string[] = [];
  const props: BoardProps = { scene: first, onmove: (move) => (made.push(move), answer) };
  const controller = new BoardController(() => props);
  const receive = (next: Scene): void => {
    props.scene = next;
    controller.receive(next);
  };
  return { controller, made, receive, props };
}

const up = (to: number): number[] => Array.from({ length: to }, (_, index) => index + 1);
const message = (): string | undefined => announcer.urgent.at(-1)?.text;
/** Waits for a message, and forgets it. */
const said = async (text: string): Promise<void> => {
  await vi.waitFor(() => expect(message()).toBe(text));
  announcer.urgent = [];
};
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

beforeEach(() => {
  vi.stubGlobal("document", { visibilityState: "visible", activeElement: null });
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("navigator", {});
  settings.pace = "instant";
  settings.flights = true;
  settings.oneTap = false;
  settings.confirmDiscard = false;
  announcer.urgent = [];
});

describe("choosing", () => {
  it("marks the cards that can be chosen, then the targets of the chosen card", () => {
    const { controller } = boardWith(scene({ legal: LEGAL }));
    expect(controller.marks("h1")).toEqual(["can", "builds"]);
    expect(controller.marks("b3")).toEqual([]);
    controller.press("h1", false);
    expect(controller.marks("h1")).toEqual(["chosen"]);
    expect(controller.marks("b3")).toEqual(["target"]);
    expect(controller.marks("b2")).toEqual([]);
    expect(controller.marks("0d1")).toEqual(["target"]);
  });

  it("gives a card that can only be discarded no sign of its own", () => {
    const { controller } = boardWith(scene({ legal: ["h1>d1", "h1>d2"] }));
    expect(controller.marks("h1")).toEqual(["can"]);
  });

  it("tells the card of a hint from the place where it goes", () => {
    const { controller, props } = boardWith(scene({ legal: LEGAL }));
    props.hint = ["h1", "b3"];
    expect(controller.marks("h1")).toEqual(["can", "builds", "hinted"]);
    expect(controller.marks("b3")).toEqual(["hinted", "goal"]);
  });

  it("plays a card that can be built on one pile by one press, if that is wanted", () => {
    settings.oneTap = true;
    const { controller, made } = boardWith(scene({ legal: ["h1>b3", "h1>d1", "h1>d2"] }));
    controller.press("h1", false);
    expect(made).toEqual(["h1>b3"]);
  });

  it("never discards by one press", () => {
    settings.oneTap = true;
    const { controller, made } = boardWith(scene({ legal: ["h1>d1"] }));
    controller.press("h1", false);
    expect(made).toEqual([]);
    expect(controller.marks("h1")).toEqual(["chosen"]);
  });

  const onlyOneBuilds = ["h1>b3", "h1>d1", "h1>d2"];

  describe.each([
    ["pointer", false],
    ["key", true],
  ])("by %s, where one press plays", (_, byKey) => {
    beforeEach(() => (settings.oneTap = true));

    it("still lets a card that can be built be discarded", () => {
      const { controller, made } = boardWith(scene({ legal: onlyOneBuilds }));
      controller.press("h1", byKey, true);
      expect(made).toEqual([]);
      expect(controller.marks("0d2")).toEqual(["target"]);
      controller.press("0d2", byKey);
      expect(made).toEqual(["h1>d2"]);
    });

    it("chooses a card that a hint says to discard", () => {
      const { controller, made, props } = boardWith(scene({ legal: onlyOneBuilds }));
      props.hint = ["h1", "0d2"];
      controller.press("h1", byKey);
      expect(made).toEqual([]);
      controller.letGo();
      props.hint = ["h1", "b3"];
      controller.press("h1", byKey);
      expect(made).toEqual(["h1>b3"]);
    });

    it("chooses a card that was played and taken back, and plays others", () => {
      const legal = [...onlyOneBuilds, "s>b2"];
      const { controller, made, receive } = boardWith(scene({ legal }));
      controller.press("h1", byKey);
      receive(scene({ version: 2, legal: ["s>b2"], hand: [0, 7, 7], happened: null }, { moves: 1 }));
      receive(scene({ version: 3, legal, happened: null }));
      controller.press("h1", byKey);
      expect(made).toEqual(["h1>b3"]);
      expect(controller.marks("h1")).toEqual(["chosen"]);
      controller.press("0s", byKey);
      expect(made).toEqual(["h1>b3", "s>b2"]);
    });
  });

  it("makes the move when a target is pressed", () => {
    const { controller, made } = boardWith(scene({ legal: LEGAL }));
    controller.press("h1", false);
    controller.press("b3", false);
    expect(made).toEqual(["h1>b3"]);
    expect(controller.chosen).toBeNull();
  });

  it("changes to another card, or releases the card at a slow second press", () => {
    const { controller, made } = boardWith(scene({ legal: LEGAL }));
    vi.spyOn(performance, "now").mockReturnValue(0);
    controller.press("h1", false);
    controller.press("0s", false);
    expect(controller.chosen?.place).toBe("0s");
    vi.spyOn(performance, "now").mockReturnValue(5_000);
    controller.press("0s", false);
    expect(controller.chosen).toBeNull();
    expect(made).toEqual([]);
    vi.restoreAllMocks();
  });

  it("plays a card that can go only one way at a quick second press or a second key press", () => {
    const { controller, made } = boardWith(scene({ legal: LEGAL }));
    controller.press("h1", false);
    controller.press("h1", false);
    expect(made).toEqual(["h1>b1"]);
    const other = boardWith(scene({ legal: LEGAL }));
    other.controller.press("0s", true);
    other.controller.press("0s", true);
    expect(other.made).toEqual(["s>b2"]);
  });

  it("asks where a card with several targets should go", () => {
    const { controller, made } = boardWith(scene({ legal: LEGAL }));
    controller.press("h0", false);
    controller.press("h0", false);
    expect(made).toEqual([]);
    expect(controller.chosen?.source).toBe("hW");
    expect(message()).toBe("It can go to several places: choose one.");
  });

  it("says why a press does nothing", async () => {
    const { controller } = boardWith(scene({ legal: LEGAL }));
    controller.press("b1", false);
    await said("This building pile needs a 1. Choose a card first.");
    controller.press("0d1", false);
    await said("5 fits nowhere now. The next cards on building piles 1 to 4 are 1, 3, 1, 1.");
    controller.press("0d2", false);
    await said("There is no card here.");
    controller.press("1s", false);
    await said("This card cannot be played now.");
    controller.press("0d3", false); // it would fit, but the server does not allow it
    await said("This card cannot be played now.");
    boardWith(scene({ legal: [] })).controller.press("h1", false);
    await said("It is somebody else's turn.");
  });

  it("chooses nothing on a read-only board", () => {
    const looked = scene({ legal: LEGAL });
    const controller = new BoardController(() => ({ scene: looked }));
    controller.press("h1", false);
    expect(controller.chosen).toBeNull();
    expect(controller.marks("h1")).toEqual([]);
    expect(message()).toBeUndefined();
  });

  it("draws at a press on the draw pile if drawing is a legal move", () => {
    const { controller, made } = boardWith(scene({ legal: ["draw", "call 1"] }));
    expect(controller.marks("draw")).toEqual(["can"]);
    controller.press("draw", false);
    expect(made).toEqual(["draw"]);
  });

  it("releases a card that can no longer be played", () => {
    const { controller, receive } = boardWith(scene({ legal: LEGAL }));
    controller.press("h1", false);
    receive(scene({ version: 2, legal: [] }));
    expect(controller.chosen).toBeNull();
  });
});

describe("a dragged card", () => {
  it("is played where it is dropped, and goes back from anywhere else", () => {
    const { controller, made } = boardWith(scene({ legal: LEGAL }));
    controller.lift("h1");
    controller.drop("b2");
    expect(made).toEqual([]);
    expect(controller.chosen).toBeNull();
    controller.lift("h1");
    controller.drop(null);
    expect(made).toEqual([]);
    controller.lift("h1");
    controller.drop("b1");
    expect(made).toEqual(["h1>b1"]);
  });
});

describe("an illegal try", () => {
  const ways: Record<string, (controller: BoardController, from: string, to: string) => void> = {
    click: (controller, from, to) => [from, to].forEach((place) => controller.press(place, false)),
    key: (controller, from, to) => [from, to].forEach((place) => controller.press(place, true)),
    drag: (controller, from, to) => (controller.lift(from), controller.drop(to)),
  };

  it.each(Object.entries(ways))("says which card the building pile needs, by %s", async (_, attempt) => {
    const { controller, made } = boardWith(scene({ legal: LEGAL }, { building: [[], [1, 0], [1, 2, 3], up(7)] }));
    attempt(controller, "h2", "b3");
    await said("This building pile needs a 4.");
    attempt(controller, "h2", "b4");
    await said("This building pile needs an 8.");
    expect(controller.chosen).toBeNull();
    expect(made).toEqual([]);
  });

  it.each(Object.entries(ways))("calls piles and cards what the edition calls them, by %s", async (_, attempt) => {
    const { controller } = boardWith(scene({ legal: LEGAL, edition: "brownfield-1967" }));
    attempt(controller, "h2", "b1");
    await said("This Building Stack needs an Ace.");
  });

  it.each(Object.entries(ways))("on any other place says that the card cannot go there, by %s", async (_, attempt) => {
    const { controller } = boardWith(scene({ legal: LEGAL }));
    for (const place of ["1d1", "draw"]) {
      attempt(controller, "0s", place);
      await said("This card cannot go there now.");
    }
  });

  it.each(Object.entries(ways))("to discard what is not in the hand says what can be discarded, by %s", async (_, attempt) => {
    const { controller, made } = boardWith(scene({ legal: [...LEGAL, "d3>b2"] }));
    for (const source of ["0s", "0d3"]) {
      attempt(controller, source, "0d1");
      await said("Only a card of your hand can be discarded.");
    }
    expect(made).toEqual([]);
  });

  it("on another own card that could be taken itself says so by drag, where a click or key would take that", async () => {
    const { controller, made } = boardWith(scene({ legal: LEGAL }));
    for (const place of ["h2", "0s"]) {
      ways.drag!(controller, "h1", place);
      await said("This card cannot go there now.");
    }
    ways.drag!(controller, "h1", "h1"); // back where it lay
    await settled();
    expect(message()).toBeUndefined();
    expect(controller.chosen).toBeNull();
    expect(made).toEqual([]);
  });

  it.each(Object.entries(ways))("says that it is somebody else's turn, by %s", async (_, attempt) => {
    const { controller } = boardWith(scene({ legal: [] }, { turn: 1 }));
    attempt(controller, "h1", "b1");
    await said("It is somebody else's turn.");
  });
});

describe("a discard", () => {
  it("asks for confirmation if the settings say so", () => {
    settings.confirmDiscard = true;
    const { controller, made } = boardWith(scene({ legal: LEGAL }));
    controller.press("h2", false);
    controller.press("0d1", false);
    expect(made).toEqual([]);
    expect(controller.unconfirmed?.text).toBe("h7>d1");
    controller.confirm();
    expect(made).toEqual(["h7>d1"]);
  });

  it("can be confirmed by a second press on the pile, or cancelled", () => {
    settings.confirmDiscard = true;
    const { controller, made } = boardWith(scene({ legal: LEGAL }));
    controller.press("h2", false);
    controller.press("0d1", false);
    controller.letGo();
    expect(controller.unconfirmed).toBeNull();
    controller.press("h2", false);
    controller.press("0d2", false);
    controller.press("0d2", false);
    expect(made).toEqual(["h7>d2"]);
  });
});

describe("a move", () => {
  it("is shown at once and blocks other choices until it is answered", () => {
    const { controller } = boardWith(scene({ legal: LEGAL }), new Promise(() => {}));
    controller.press("h1", false);
    controller.press("b3", false);
    expect(controller.scene.game.building[2]).toEqual([1]);
    expect(controller.scene.hand).toEqual([0, 7, 7]);
    expect(controller.marks("b3")).toEqual(["pending"]);
    expect(controller.marks("h0")).toEqual([]);
  });

  it("is confirmed by the scene with its event, and is not shown twice", async () => {
    const { controller, receive } = boardWith(scene({ legal: LEGAL }));
    controller.press("h1", false);
    controller.press("b3", false);
    const played = { type: "played", seat: 0, card: 1, source: "hand", owner: 0, number: 0, pile: 3, stands_for: 1 } as const;
    const said = { type: "said", seat: 1, text: "hm" } as const;
    receive(scene({ version: 2, legal: LEGAL, happened: [said] }));
    expect(controller.marks("b3")).toEqual(["pending"]);
    const next = scene(
      { version: 3, hand: [0, 7, 7], legal: ["hW>b1"], happened: [played] },
      { moves: 1, building: [[], [1, 0], [1], []], hands: [3, 5] },
    );
    receive(next);
    expect(controller.marks("b3")).toEqual([]);
    await settled();
    expect(controller.marks("h0")).toEqual(["can", "builds"]);
    expect(controller.scene).toBe(next);
  });

  it("is reverted with a message if the server refuses it", async () => {
    const first = scene({ legal: LEGAL });
    const refusal = { type: "refused", id: "1", kind: "out_of_date", code: "version" } as const;
    const { controller } = boardWith(first, Promise.resolve(refusal));
    controller.press("h1", false);
    controller.press("b3", false);
    await vi.waitFor(() => expect(message()).toBe("The table has moved on: look again."));
    expect(controller.scene).toBe(first);
  });

  it("is not reverted by the refusal of another move", async () => {
    const { controller, receive, props } = boardWith(scene({ legal: LEGAL }));
    let refuse = (_: MoveResult): void => {};
    props.onmove = () => new Promise((resolve) => (refuse = resolve));
    controller.press("h1", false);
    controller.press("b3", false);
    receive(scene({ version: 2, legal: LEGAL, happened: null }, { moves: 3 })); // another player was quicker
    props.onmove = () => new Promise(() => {});
    controller.press("h2", false);
    controller.press("0d2", false);
    refuse(false);
    await settled();
    expect(controller.marks("0d2")).toEqual(["pending"]);
    expect(controller.scene.hand).toEqual([0, 1, 7]);
  });

  it("is reverted without a message if the result is false", async () => {
    const first = scene({ legal: LEGAL });
    const { controller } = boardWith(first, Promise.resolve(false));
    controller.press("h1", false);
    controller.press("b3", false);
    await settled();
    expect(controller.scene).toBe(first);
    expect(message()).toBeUndefined();
  });
});

describe("an event from the server", () => {
  const discarded = { type: "discarded", seat: 1, card: 4, pile: 2 } as const;
  const began = { type: "turn_began", seat: 0 } as const;
  const drew = { type: "drew", seat: 0, count: 1, cards: [3] } as const;
  const ownTurn = scene(
    { version: 2, hand: [0, 1, 3, 7, 7], legal: ["h3>b2"], happened: [discarded, began, { ...drew, cards: [3] }] },
    { moves: 1, hands: [5, 4], draw: 99 },
  );

  it("flies while the player can already act, which shows the newest scene at once", async () => {
    settings.pace = "calm";
    const { controller, receive, made } = boardWith(scene({ legal: [] }, { turn: 1 }));
    receive(ownTurn);
    expect(controller.scene.hand).not.toEqual(ownTurn.hand);
    expect(controller.legal.map((move) => move.text)).toEqual(["h3>b2"]);
    controller.press("h3", false); // still the second 7
    expect(controller.scene).toBe(ownTurn);
    await said("This card cannot be played now.");
    controller.press("h2", false);
    controller.press("b2", false);
    expect(made).toEqual(["h3>b2"]);
  });

  it("is announced at once if it is the player's turn, also at the first scene", async () => {
    const { receive } = boardWith(scene({ legal: [] }, { turn: 1 }));
    receive(ownTurn);
    await said("Your turn.");
    boardWith(scene({ legal: LEGAL, happened: null })).controller.begin();
    expect(message()).toBe("Your turn.");
  });

  it("is shown after the one before it, and the last leads to the server's scene", async () => {
    settings.pace = "quick";
    settings.flights = false;
    const { controller, receive } = boardWith(scene({ legal: [] }, { turn: 1 }));
    const seen: string[] = [];
    controller.stage.onshown = ({ type }) => seen.push(type);
    receive(ownTurn);
    await vi.waitFor(() => expect(controller.scene).toBe(ownTurn));
    expect(seen).toEqual(["discarded", "turn_began", "drew"]);
  });

  it("is not animated in a hidden tab", () => {
    vi.stubGlobal("document", { visibilityState: "hidden", activeElement: null });
    const { controller, receive } = boardWith(scene({ legal: [] }, { turn: 1 }));
    receive(ownTurn);
    expect(controller.scene).toBe(ownTurn);
  });

  it("is shown at once, with all that follow it, when the player wants to see no more", () => {
    settings.pace = "calm";
    const { controller, receive } = boardWith(scene({ legal: [] }, { turn: 1 }));
    const scenes = Array.from({ length: 12 }, (_, index) => ({ ...ownTurn, version: index + 2 }));
    scenes.forEach(receive);
    expect(controller.stage.isBehind).toBe(true);
    controller.stage.finish();
    expect(controller.scene).toBe(scenes.at(-1));
    expect(controller.stage.isBehind).toBe(false);
  });

  it("gives no card a sign before the board has shown it", () => {
    settings.pace = "calm";
    const { controller, receive } = boardWith(scene({ legal: [] }, { turn: 1 }));
    receive(ownTurn);
    expect(controller.marks("h2")).toEqual([]);
    controller.stage.finish();
    expect(controller.marks("h2")).toEqual(["can", "builds"]);
  });

  it("is announced when it is shown, or skipped", async () => {
    settings.pace = "calm";
    const { controller, receive } = boardWith(scene({ legal: [] }, { turn: 1 }));
    receive({ ...ownTurn, happened: [discarded] });
    receive({ ...ownTurn, version: 3, happened: [began] });
    await settled();
    expect(message()).toBeUndefined();
    controller.stage.finish();
    await said("Your turn.");
  });
});
