import { describe, expect, test } from "vitest";
import { createPlayhead } from "../../../src/voice/audio/playhead.ts";
import { fc } from "../../fast-check.ts";

describe("createPlayhead()", () => {
  test("createPlayhead() moves in real time once the device is open and has enough", () => {
    const head = createPlayhead(120);
    head.send(100, 0);
    head.open(50);
    expect(head.hasBegun(60)).toBe(false);
    head.send(200, 80);
    expect(head.hasBegun(80)).toBe(true);
    expect(head.at(180)).toBe(100);
    expect(head.at(1_000)).toBe(300);
  });

  test("createPlayhead() hears nothing of a device that never opens", () => {
    const head = createPlayhead(120);
    head.send(5_000, 0);
    head.end(10);
    expect(head.at(60_000)).toBe(0);
    expect(head.hasBegun(60_000)).toBe(false);
  });

  test("createPlayhead() plays however little there is when no more will come", () => {
    const head = createPlayhead(120);
    head.open(0);
    head.send(30, 0);
    expect(head.at(100)).toBe(0);
    head.end(100);
    expect(head.at(120)).toBe(20);
    expect(head.at(200)).toBe(30);
  });

  test("createPlayhead() stands still while the next piece is awaited", () => {
    const head = createPlayhead(120);
    head.open(0);
    head.send(200, 0);
    expect(head.at(900)).toBe(200);
    head.send(50, 1_000);
    expect(head.at(1_500)).toBe(200);
    head.send(100, 1_500);
    expect(head.at(1_600)).toBe(300);
  });

  test("createPlayhead() never goes back, past what was sent, or faster than time", () => {
    const step = fc.record({
      pass: fc.nat(500),
      does: fc.constantFrom("open", "send", "end", "look"),
      ms: fc.nat(400),
    });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const head = createPlayhead(120);
        let now = 0;
        let before = 0;
        for (const { pass, does, ms } of steps) {
          now += pass;
          if (does === "open") head.open(now);
          if (does === "send") head.send(ms, now);
          if (does === "end") head.end(now);
          const at = head.at(now);
          expect(at).toBeGreaterThanOrEqual(before);
          expect(at - before).toBeLessThanOrEqual(pass);
          expect(at).toBeLessThanOrEqual(head.sent());
          before = at;
        }
      }),
    );
  });
});
