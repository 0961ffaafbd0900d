import { describe, expect, test } from "vitest";
import { fc } from "../../fast-check.ts";
import { listenTo, typesOf } from "./sounds.ts";

describe("Endpointer", () => {
  test("cuts a turn out of silence, with what was just before and a little after", () => {
    const room = listenTo();
    room.rest(2_000);
    expect(typesOf(room.speak(1_000))).toEqual(["start"]);
    expect(typesOf(room.rest(680))).toEqual([]);
    expect(typesOf(room.rest(20))).toEqual(["end"]);
    const [turn] = room.utterances();
    expect(room.boundaries[0]).toEqual({ type: "start", sample: 32_000 });
    expect(turn).toMatchObject({
      startSample: 32_000 - 4_800,
      speechEndSample: 48_000,
      endSample: 48_000 + 11_200,
      reason: "silence",
      speechMs: 1_000,
    });
    expect(turn?.pcm.length).toBe(4_800 + 16_000 + 4_800);
    expect(turn?.level).toBeCloseTo(-25, 0);
    expect(turn?.floor).toBeCloseTo(-65, 0);
  });

  test("does not end a turn in a pause that is shorter than silenceMs", () => {
    const room = listenTo();
    room.rest(500);
    for (let i = 0; i < 4; i++) {
      room.speak(800);
      room.rest(680);
    }
    expect(typesOf(room.boundaries)).toEqual(["start"]);
    room.rest(20);
    expect(room.utterances().map(({ speechMs }) => speechMs)).toEqual([3_200]);
  });

  test("puts off the end of a turn by no more than a click lasts", () => {
    const room = listenTo();
    room.speak(1_000);
    room.rest(400);
    room.speak(40);
    room.rest(300);
    expect(typesOf(room.boundaries)).toEqual(["start", "end"]);
  });

  test("ends a turn that does not end, and begins no other before a silence", () => {
    const room = listenTo(5_000);
    room.speak(20_000);
    room.rest(600);
    room.speak(1_000);
    expect(room.utterances().map(({ reason }) => reason)).toEqual(["max"]);
    room.rest(800);
    room.speak(1_000);
    room.rest(800);
    expect(room.utterances().map(({ reason }) => reason)).toEqual(["max", "silence"]);
  });

  test("ends a turn where only a much fainter voice goes on", () => {
    const room = listenTo();
    room.speak(1_500, -25);
    room.speak(2_000, -45);
    expect(room.utterances()).toMatchObject([{ reason: "silence" }]);
  });

  test("puts no sound from before a gap in front of a turn", () => {
    const room = listenTo();
    room.rest(1_000);
    room.skip(5_000);
    room.speak(1_000);
    room.rest(800);
    expect(room.utterances()[0]?.startSample).toBe(6_000 * 16);
  });

  test("gives boundaries in order, and utterances that hold together, whatever it hears", () => {
    const piece = fc.record({
      ms: fc.integer({ min: 20, max: 3_000 }),
      level: fc.integer({ min: -80, max: -5 }),
      isSpeech: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const room = listenTo(4_000);
        for (const { ms, level, isSpeech } of pieces) {
          if (isSpeech) room.speak(ms, level);
          else room.rest(ms, level);
        }
        const last = room.endpointer.finish();
        if (last !== undefined) room.boundaries.push(last);
        typesOf(room.boundaries).forEach((type, i) => {
          expect(type === "start").toBe(i % 2 === 0);
        });
        let before = 0;
        for (const {
          pcm,
          startSample,
          speechEndSample,
          endSample,
          speechMs,
        } of room.utterances()) {
          expect(startSample).toBeLessThan(speechEndSample);
          expect(speechEndSample).toBeLessThanOrEqual(endSample);
          expect(startSample + pcm.length).toBeLessThanOrEqual(endSample);
          expect(startSample + pcm.length).toBeGreaterThanOrEqual(speechEndSample);
          expect(speechMs).toBeGreaterThanOrEqual(260);
          expect(speechMs).toBeLessThanOrEqual(4_000 + 40);
          expect(speechEndSample).toBeGreaterThan(before);
          before = endSample;
        }
      }),
      { numRuns: 60 },
    );
  });
});
