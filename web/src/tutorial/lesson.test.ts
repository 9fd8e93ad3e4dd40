import { describe, expect, it } from "vitest";

import { Lesson, STEPS } from "./lesson.svelte";
import { AS_WRITTEN, labelsFor } from "./pile-labels";
import { TEXTS } from "./texts";

function playedOut(choose: (lesson: Lesson) => string): Lesson {
  const lesson = new Lesson();
  for (let moves = 0; !lesson.over && moves < 100; moves++) {
    if (lesson.waiting) lesson.advance();
    else expect(lesson.play(choose(lesson))).toBe(true);
  }
  return lesson;
}

describe("the tutorial", () => {
  it("is won by following it, and every scripted move is legal", () => {
    const lesson = playedOut(({ wanted, scene }) => {
      expect(scene.legal).toContain(wanted);
      return wanted!;
    });
    expect(lesson.scene.game.outcome?.winners).toEqual([0]);
  });

  it("is also won with other piles that are alike", () => {
    const lesson = playedOut(({ wanted, scene }) => {
      const alike = scene.legal.filter((move) => labelsFor(move, wanted!, scene.game, AS_WRITTEN, 0));
      return alike.at(-1)!;
    });
    expect(lesson.scene.game.outcome?.winners).toEqual([0]);
    expect(lesson.scene.game.building).not.toEqual(playedOut(({ wanted }) => wanted!).scene.game.building);
  });

  it("has a text for every step", () => {
    expect(Object.keys(TEXTS)).toEqual(STEPS.map((step) => step.text));
  });

  it("highlights the scripted move after a different legal move", () => {
    const lesson = new Lesson();
    expect(lesson.play("h12>d1")).toBe(false);
    expect(lesson.at).toBe(0);
    expect(lesson.hint).toBe("s>b1");
    expect(lesson.play("s>b3")).toBe(true);
    expect(lesson.scene.game.building).toEqual([[], [], [1], []]);
    expect(lesson.hint).toBe(null);
    expect(lesson.wanted).toBe("h2>b3");
  });
});
