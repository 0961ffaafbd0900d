import { expect, test } from "vitest";
import { toVoiceState } from "../../../src/voice/cascade/assemble-cascade.ts";
import { joinMessages, type SpokenMessage } from "../../../src/voice/cascade/dialog/turn-queue.ts";
import { type Marks, mark, toTimes } from "../../../src/voice/cascade/dialog/turn-times.ts";
import { nextPressState } from "../../../src/voice/cascade/input/speech-input.ts";
import { errorPhrase } from "../../../src/voice/cascade/output/phrases.ts";
import { firstWords, heardPart, heardText } from "../../../src/voice/cascade/output/reply-text.ts";
import { stages } from "../../../src/voice/voice-event.ts";
import { fc } from "../../fast-check.ts";

const rest = { at: 0, speechMs: 0, replyMs: 0 };

test("toTimes() gives stages that sum to the total exactly, whatever was reached and when", () => {
  const moment = fc.option(fc.double({ min: 0, max: 1e7, noNaN: true }), { nil: undefined });
  const all = fc.record(Object.fromEntries(stages.map((stage) => [stage, moment])));
  const start = fc.double({ min: 0, max: 1e7, noNaN: true });
  fc.assert(
    fc.property(all, start, (moments, speechEndedAt) => {
      const marks: Marks = { speechEndedAt };
      for (const stage of stages) {
        const at = moments[stage];
        if (at !== undefined) mark(marks, stage, at);
      }
      const times = toTimes(marks, rest);
      const values = stages.map((stage) => times.stages[stage]);
      expect(values.reduce((sum, ms) => sum + ms, 0)).toBe(times.total);
      expect(values.every((ms) => Number.isInteger(ms) && ms >= 0)).toBe(true);
      const last = Math.max(...stages.map((stage) => marks[stage] ?? speechEndedAt), speechEndedAt);
      expect(times.total).toBe(Math.round(last - speechEndedAt));
    }),
  );
});

test("mark() keeps the first moment of a stage", () => {
  const marks: Marks = { speechEndedAt: 0 };
  mark(marks, "model", 5);
  mark(marks, "model", 9);
  expect(marks.model).toBe(5);
});

test.each([
  ["One two three four", 0.5, "One two"],
  ["One two three four", 0.49, "One"],
  ["One two three four", 0, ""],
  ["One two three four ", 1, "One two three four "],
  ["  One two", 0.6, "  One"],
])("firstWords() takes of %j the share %d", (text, share, expected) => {
  expect(firstWords(text, share)).toBe(expected);
});

test("heardPart() is what was heard of the last answer alone", () => {
  const pieces = [
    { text: "Let me look.", share: 1 },
    { text: "\n\nYou live in **Reus**. ", share: 1 },
    { text: "It is near the sea.", share: 0.5 },
  ];
  const all = "Let me look.\n\nYou live in **Reus**. It is near the sea.";
  expect(heardPart("You live in **Reus**. It is near the sea.", all, pieces)).toBe(
    "You live in **Reus**. It is",
  );
  expect(heardPart(all, all, pieces.slice(0, 1))).toBe("Let me look.");
  expect(heardPart("You live in **Reus**.", all.slice(0, 35), pieces.slice(0, 1))).toBe("");
  expect(heardPart("Nothing.", "Nothing.", [])).toBe("");
  const said = ["Let me look.", "You live in Reus.", "It is near the sea."];
  const spoken = pieces.map(({ share }, i) => ({ spoken: said[i] ?? "", share }));
  expect(heardText(spoken)).toBe("Let me look. You live in Reus. It is");
});

test("heardPart() is always a beginning of what was sent", () => {
  const piece = fc.record({ text: fc.string(), share: fc.double({ min: 0, max: 1, noNaN: true }) });
  fc.assert(
    fc.property(fc.array(piece), fc.string(), (pieces, before) => {
      const sent = pieces.map(({ text }) => text).join("");
      expect(sent.startsWith(heardPart(sent, before + sent, pieces))).toBe(true);
    }),
  );
});

const taken = (text: string, confidence: number | null): SpokenMessage => ({
  ...{ text, confidence, language: null, speechMs: 100, startSample: 5, isPushToTalk: false },
  marks: { speechEndedAt: 0 },
});

test("joinMessages() is as sure as its least sure part, and no longer than a message", () => {
  expect(joinMessages(undefined, taken("a", 0.4))).toEqual(taken("a", 0.4));
  expect(joinMessages(taken("a", 0.9), taken("b", 0.4))).toMatchObject({
    text: "a\nb",
    confidence: 0.4,
    speechMs: 200,
  });
  expect(joinMessages(taken("a", null), taken("b", 0.4)).confidence).toBe(0.4);
  expect(joinMessages(taken("a".repeat(9_000), null), taken("b", null)).text).toHaveLength(4_000);
});

test("nextPressState() holds between down and up, and toggles with taps", () => {
  const none = { type: "none" } as const;
  const held = nextPressState(none, "down", 0);
  expect(held).toEqual({ type: "held", until: 1_920_000 });
  expect(nextPressState(held, "down", 0)).toBe(held);
  expect(nextPressState(held, "up", 1_000)).toEqual({ type: "closing", at: 4_200 });
  expect(nextPressState(none, "up", 0)).toBe(none);
  const tapped = nextPressState(none, "tap", 0);
  expect(tapped).toEqual({ type: "tapped", until: 128_000 });
  expect(nextPressState(tapped, "up", 0)).toBe(tapped);
  expect(nextPressState(tapped, "tap", 0)).toEqual({ type: "closing", at: 3_200 });
});

test("toVoiceState() shows what matters most", () => {
  const nothing = { isSpeaking: false, isBusy: false, isHearing: false, isAwake: false };
  expect(toVoiceState(nothing)).toBe("asleep");
  expect(toVoiceState({ ...nothing, isAwake: true })).toBe("listening");
  expect(toVoiceState({ ...nothing, isAwake: true, isHearing: true })).toBe("hearing");
  expect(toVoiceState({ ...nothing, isHearing: true, isBusy: true })).toBe("thinking");
  expect(toVoiceState({ ...nothing, isSpeaking: true, isBusy: true })).toBe("speaking");
});

test.each([
  ["MODEL_FAILED", "unreachable", false, "model_trouble"],
  ["MODEL_FAILED", "length", true, undefined],
  ["MODEL_FAILED", "length", false, "model_trouble"],
  ["BUSY", "", false, "memory_slow"],
  ["INTERNAL", "", false, "failed"],
])("errorPhrase() for %s %s, heard: %s", (code, reason, wasHeard, expected) => {
  expect(errorPhrase({ type: "error", code, message: "x", data: { reason } }, wasHeard)).toBe(
    expected,
  );
});

test("errorPhrase() knows a full disk", () => {
  const message = "Cannot write: ENOSPC: no space left on device";
  expect(errorPhrase({ type: "error", code: "SESSION_FAILED", message }, false)).toBe("disk_full");
});
