import picocolors from "picocolors";
import { expect, test } from "vitest";
import { createVoiceRenderer } from "../../src/cli/render-voice.ts";
import type { VoiceEvent } from "../../src/voice/voice-event.ts";

const secret = "Quixote";
const line = { text: secret, file: `topics/${secret}.md` };
const hit = { id: "1", text: secret, date: "", topic: secret, bank: "", file: secret, line: 1 };

const events: readonly VoiceEvent[] = [
  { type: "state", state: "hearing" },
  { type: "heard", text: secret, language: "en", confidence: 1, ms: 900, taken: true },
  { type: "heard", text: secret, language: "en", confidence: 1, ms: 9, taken: false, why: "noise" },
  {
    ...{ type: "session", id: "01A", person: "ana", agent: "loci", mode: "voice" },
    ...{ language: "en", resumed: false },
  },
  { type: "message", role: "user", id: 1, content: secret, language: "en", agent: "loci" },
  { type: "recall", query: secret, hits: [{ ...hit, score: 1, why: {}, kind: "entry" }] },
  { type: "topic", topic: secret, file: secret },
  { type: "delta", text: secret },
  { type: "tool", name: "remember", result: { text: secret } },
  { type: "message", role: "assistant", id: 2, content: secret, language: "en", agent: "loci" },
  { type: "spoken", text: secret, isInterrupted: true },
  { type: "command", command: "stop" },
  {
    ...{ type: "digest", session: "01A", status: "digested" },
    outcomes: [
      { status: "learned", ...line },
      { status: "replaced", ...line },
      { status: "known", ...line },
    ],
    reason: secret,
  },
  { type: "mended", part: "speaker" },
];

/** What is printed as JSON. */
function jsonOf(words: boolean): readonly unknown[] {
  const printed: unknown[] = [];
  const never = (): never => {
    throw new Error("JSON only");
  };
  const call = {
    ...{ words: [], flags: {}, json: true, env: {}, cwd: "/", now: Date.now },
    ...{ stdin: process.stdin, stdout: process.stdout, stderr: process.stderr },
    colors: picocolors.createColors(false),
    ...{ print: never, write: never, aside: never, note: never, error: never },
    printJson: (value: unknown) => printed.push(value),
  };
  const show = createVoiceRenderer(call, { words });
  for (const event of events) show(event);
  return printed;
}

test("createVoiceRenderer() prints no word of what was said as JSON, where words are left out", () => {
  expect(jsonOf(true)).toEqual(events);
  const printed = jsonOf(false);
  expect(JSON.stringify(printed)).not.toContain(secret);
  expect(printed).toEqual(
    events.filter(({ type }) => ["state", "session", "command", "mended"].includes(type)),
  );
});
