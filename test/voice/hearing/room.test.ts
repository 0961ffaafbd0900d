import { describe, expect, test } from "vitest";
import { createNoiseFloor } from "../../../src/voice/hearing/endpointer.ts";
import { powerOf } from "../../../src/voice/hearing/power.ts";
import { frameOf } from "./sounds.ts";

const powerAt = (level: number): number => powerOf(frameOf(level));

describe("createNoiseFloor()", () => {
  const hear = (
    floor: ReturnType<typeof createNoiseFloor>,
    seconds: number,
    level: number,
  ): void => {
    for (let i = 0; i < seconds * 50; i++) floor.push(powerAt(level));
  };

  test("keeps to the quietest tenth of a second while somebody speaks", () => {
    const floor = createNoiseFloor();
    hear(floor, 1, -60);
    hear(floor, 5, -20);
    expect(floor.level()).toBeCloseTo(-60, 0);
  });

  test("follows a room that becomes louder within nine seconds, and a quieter one at once", () => {
    const floor = createNoiseFloor();
    hear(floor, 5, -60);
    hear(floor, 9.2, -40);
    expect(floor.level()).toBeCloseTo(-40, 0);
    hear(floor, 0.2, -70);
    expect(floor.level()).toBeCloseTo(-70, 0);
  });

  test("knows something from the first frame on, and digital silence as such", () => {
    const floor = createNoiseFloor();
    floor.push(powerAt(-30));
    expect(floor.level()).toBeCloseTo(-30, 0);
    for (let i = 0; i < 10; i++) floor.push(0);
    expect(floor.level()).toBe(-96);
  });
});
