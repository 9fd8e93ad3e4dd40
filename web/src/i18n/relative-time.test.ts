import { expect, it } from "vitest";

import { ago } from "./relative-time";

const NOW = 1_800_000_000_000;

it("gives minutes, hours and days ago, and a date for older moments", () => {
  expect(ago(NOW - 5_000, NOW)).toBe("now");
  expect(ago(NOW + 5_000, NOW)).toBe("now");
  expect(ago(NOW - 5 * 60_000, NOW)).toBe("5 minutes ago");
  expect(ago(NOW - 3 * 3_600_000, NOW)).toBe("3 hours ago");
  expect(ago(NOW - 30 * 3_600_000, NOW)).toBe("yesterday");
  expect(ago(NOW - 40 * 86_400_000, NOW)).toMatch(/20\d\d/);
});
