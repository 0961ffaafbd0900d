import { describe, expect, test } from "vitest";
import { LociError } from "../../../src/errors.ts";
import type { PlayResult } from "../../../src/voice/audio-ports.ts";
import { useProgram } from "./fake-program.ts";
import { noise, piecesOf, speechOf } from "./sound.ts";
import { never, useSpeaker } from "./use-devices.ts";

/** 100 ms each. */
const pieces = (count: number) =>
  Array.from({ length: count }, () => speechOf(noise(1_600), 16_000));
const open = "echo '  buffer_size  : 1920' >&2";

/** Plays while a clock stands still; at the first sound it jumps, and playing is called off. */
async function interruptAt(
  ms: number,
  script: string,
): Promise<PlayResult & { readonly after: number }> {
  const clock = { now: 0 };
  const called = new AbortController();
  const program = useProgram("aplay", script);
  const speaker = useSpeaker({ elapsed: () => clock.now, stuckMs: 60_000 });
  let at = 0;
  const played = await speaker.play(piecesOf(...pieces(10), 60_000), {
    signal: called.signal,
    onSound: () => {
      setTimeout(() => {
        clock.now = ms;
        at = performance.now();
        called.abort();
      }, 100);
    },
  });
  expect(program.running()).toEqual([]);
  return { ...played, after: performance.now() - at };
}

describe("createSpeaker()", () => {
  test.each([
    [350, { heard: 3, heardMs: 350 }],
    [99, { heard: 0, heardMs: 99 }],
    [5_000, { heard: 10, heardMs: 1_000 }],
  ])(
    "createSpeaker() counts what was heard in %i ms, not what lies in pipes",
    async (ms, heard) => {
      const played = await interruptAt(ms, `${open}\ncat > /dev/null & exec sleep 60`);
      expect(played).toMatchObject({ ...heard, isInterrupted: true });
      expect(played.problem).toBeUndefined();
    },
  );

  test("createSpeaker() is silent soon after it is called off, even if the program ignores SIGTERM", async () => {
    const script = `trap '' TERM\n${open}\nwhile true; do sleep 0.02; done`;
    const played = await interruptAt(150, script);
    expect(played).toMatchObject({ heard: 1, heardMs: 150, isInterrupted: true });
    // 60 ms of patience, and what a loaded machine takes.
    expect(played.after).toBeLessThan(400);
  });

  test.each([
    ["was never opened", "exec sleep 60"],
    ["takes what it is given and plays nothing", `${open}\ncat > /dev/null & exec sleep 60`],
  ])("createSpeaker() gives up a device that %s", async (_, script) => {
    const program = useProgram("aplay", script);
    const played = await useSpeaker({ stuckMs: 400 }).play(piecesOf(...pieces(3)), {
      signal: never(),
    });
    expect(played).toMatchObject({ heard: 0, heardMs: 0, isInterrupted: false });
    expect(played.problem?.message).toBe(
      'Cannot play through the speaker "plughw:CARD=Speaker,DEV=0": it has taken no sound for 0.4 s; unplug it and plug it in again if that goes on',
    );
    expect(program.running()).toEqual([]);
  });

  test("createSpeaker() says that a device was unplugged in the middle, without waiting for more pieces", async () => {
    useProgram(
      "aplay",
      `${open}\nhead -c 3200 > /dev/null; sleep 0.3; echo 'aplay: pcm_write:2146: write error: No such device' >&2; exit 1`,
    );
    const played = await useSpeaker({ stuckMs: 400 }).play(
      piecesOf(...pieces(10), 60_000, ...pieces(1)),
      { signal: never() },
    );
    expect(played.problem?.message).toContain("; see that it is plugged in");
    expect(played.isInterrupted).toBe(false);
    expect(played.heard).toBeGreaterThan(0);
    expect(played.heard).toBeLessThan(10);
  });

  test("createSpeaker() does not take a program that ends before its sound for one that played it", async () => {
    useProgram("aplay", `${open}\nexit 0`);
    const played = await useSpeaker({ stuckMs: 400 }).play(
      piecesOf(...pieces(2), 60_000, ...pieces(2)),
      { signal: never() },
    );
    expect(played.problem?.message).toContain("ended");
    expect(played.heard).toBeLessThan(2);
  });

  test("createSpeaker() plays what it has when the pieces break off, and gives the reason", async () => {
    useProgram("aplay", `${open}\ncat > "$NOTES"`);
    const reason = new LociError("MODEL_FAILED", "Cannot speak: it broke off");
    async function* breaking() {
      yield* pieces(2);
      throw reason;
    }
    const played = await useSpeaker({ stuckMs: 400 }).play(breaking(), {
      signal: never(),
    });
    expect(played).toEqual({ heard: 2, heardMs: 200, isInterrupted: false, problem: reason });
  });
});
