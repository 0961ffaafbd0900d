import { describe, expect, test } from "vitest";
import type { RecorderEvent } from "../../../src/voice/audio-ports.ts";
import { useTempFolder } from "../../temp.ts";
import { useProgram } from "./fake-program.ts";
import { recordUntil, sentencesIn } from "./sound.ts";
import { news, useMicrophone } from "./use-microphone.ts";

describe("createMicrophone()", () => {
  test.each([
    [
      "busy",
      "ALSA lib pcm_dsnoop.c:567:(snd_pcm_dsnoop_open) unable to open slave\narecord: main:831: audio open error: Device or resource busy",
      "another program is using it; end that program, or choose a device that can be shared",
    ],
    [
      "gone",
      "arecord: main:831: audio open error: No such file or directory",
      "there is no such device; plug it in, or choose one of those that `loci doctor --audio` lists",
    ],
    [
      "gone",
      "arecord: main:831: audio open error: Permission denied",
      "this user may not use sound devices; add it to their group (sudo usermod -aG audio USER) and start again",
    ],
    [
      "gone",
      "arecord: set_params:1358: Channels count non available",
      "it does not take sound as it is needed (16-bit, 16 kHz, one channel); name it with plughw: instead of hw:",
    ],
    [
      "gone",
      "arecord: xrun:1700: something else",
      "program ended (arecord: xrun:1700: something else)",
    ],
  ])("createMicrophone() tells %s by what the program says: %s", async (code, said, sentence) => {
    const program = useProgram(`printf '%s\\n' '${said}' >&2; exit 1`);
    const all = await recordUntil(useMicrophone({ program: program.path }), news(code));
    expect(
      sentencesIn(all)[0]
        ?.replace(/the program ".*" /, "program ")
        .replaceAll(program.path, "program"),
    ).toBe(`Cannot listen to the microphone "plughw:CARD=Speaker,DEV=0": ${sentence}`);
  });

  test("createMicrophone() says unplugged when the device worked before", async () => {
    const program = useProgram(
      "head -c 640 /dev/urandom; echo 'arecord: pcm_read:2221: read error: No such device' >&2; exit 1",
    );
    const all = await recordUntil(useMicrophone({ program: program.path }), news("gone"));
    expect(sentencesIn(all)[0]).toContain("it was unplugged or switched off; plug it in again");
  });

  test("createMicrophone() says what to install when the program is missing, and goes on trying", async () => {
    const env = { PATH: useTempFolder() };
    const mic = useMicrophone({ env });
    const all: RecorderEvent[] = [];
    const called = new AbortController();
    setTimeout(() => called.abort(), 500);
    for await (const recorded of mic.record(called.signal)) all.push(recorded);
    expect(sentencesIn(all)).toEqual([
      'Cannot listen to the microphone "plughw:CARD=Speaker,DEV=0": arecord is not installed; install it (sudo apt install alsa-utils)',
    ]);
  });

  test("createMicrophone() keeps no reports of lost sound", async () => {
    const program = useProgram(
      "for n in 1 2 3 4 5; do echo 'overrun!!! (at least 12.345 ms long)' >&2; done; head -c 640 /dev/zero; exit 1",
    );
    const mic = useMicrophone({ program: program.path });
    const all = await recordUntil(mic, news("gone"));
    expect(sentencesIn(all)[0]).not.toContain("overrun");
  });

  test.each([
    ["records", "exec cat /dev/zero"],
    ["ignores SIGTERM", "trap '' TERM\nwhile true; do head -c 640 /dev/zero; sleep 0.02; done"],
    ["floods stderr", "while true; do echo 'no newline' >&2; printf x >&2; done"],
  ])(
    "createMicrophone() ends at once when it is called off while the program %s",
    async (_, script) => {
      const program = useProgram(script);
      const called = new AbortController();
      setTimeout(() => called.abort(), 300);
      const mic = useMicrophone({ program: program.path, limits: { stuckMs: 10_000 } });
      for await (const recorded of mic.record(called.signal)) void recorded;
      expect(program.started()).toHaveLength(1);
      expect(program.running()).toEqual([]);
    },
  );

  test("createMicrophone() ends at once when it is called off between two tries", async () => {
    const program = useProgram("exit 1");
    const mic = useMicrophone({ program: program.path, limits: { pauseMs: [60_000, 60_000] } });
    const called = new AbortController();
    const begun = performance.now();
    for await (const recorded of mic.record(called.signal)) {
      if (recorded.type === "trouble") called.abort();
    }
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  test("createMicrophone() starts nothing when it is called off before", async () => {
    const program = useProgram("exec cat /dev/zero");
    for await (const recorded of useMicrophone({ program: program.path }).record(
      AbortSignal.abort(),
    )) {
      void recorded;
    }
    expect(program.started()).toEqual([]);
  });
});
