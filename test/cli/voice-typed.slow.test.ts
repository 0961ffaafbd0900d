import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { lociJson, runLoci } from "../run-loci.ts";
import { useFixture } from "../temp.ts";
import { hasPty, openPty } from "./open-pty.ts";
import { useFakeSound } from "./voice-world.ts";

/** A microphone that is not there. */
function withoutMicrophone(): Record<string, string> {
  const { folder, env } = useFakeSound();
  const script =
    "#!/bin/sh\necho 'arecord: main:831: audio open error: No such device' >&2\nexit 1\n";
  writeFileSync(join(folder, "arecord"), script, { mode: 0o755 });
  return env;
}

const typeInstead =
  /^No microphone works \(Cannot listen to the microphone "default": .*\): type instead; "loci doctor --audio" helps; it listens as soon as there is one$/m;

describe("loci voice without a microphone", () => {
  test("answers the lines of a pipe, and ends with it", async () => {
    const input = "what can I say\nremember that the key is under the pot\nforget the key\nyes\n";
    const root = useFixture("starter");
    const args = ["voice", "--vault", root];
    const { code, stdout, stderr } = await runLoci(args, { env: withoutMicrophone(), input });
    expect(stderr).toMatch(typeInstead);
    expect(stderr.match(/Cannot listen/g)).toHaveLength(1);
    expect(stdout).toContain("Ask me what you want to know.");
    expect(stdout).toContain("Shall I forget this? The key is under the pot\n");
    expect(stdout).toContain("Forgotten: The key is under the pot\n");
    expect(code).toBe(0);
    const found = await runLoci(["recall", "key under the pot", "--vault", root]);
    expect(found.stdout).not.toContain("under the pot");
  });

  test("--json tells it as the event that it is", async () => {
    const args = ["voice", "--json", "--vault", useFixture("starter")];
    const events = await lociJson(args, { env: withoutMicrophone(), input: "help\n" });
    expect(events).toContainEqual(
      expect.objectContaining({ type: "trouble", part: "microphone", code: "gone" }),
    );
    expect(events).toContainEqual({ type: "command", command: "help" });
    expect(events).toContainEqual(
      expect.objectContaining({ type: "spoken", isOwn: true, isInterrupted: false }),
    );
  });

  test("ends with 1 where nobody types either", async () => {
    const args = ["voice", "--quiet", "--vault", useFixture("starter")];
    const { code, stderr } = await runLoci(args, { env: withoutMicrophone(), input: "" });
    expect(stderr).toMatch(/^Cannot listen to the microphone "default": .*\n$/);
    expect(code).toBe(1);
  });
});

describe.skipIf(!hasPty())("loci voice in a terminal without a microphone", () => {
  test("goes on with what is typed", async () => {
    const voice = openPty(["voice", "--vault", useFixture("starter")], withoutMicrophone());
    await voice.until('type instead; "loci doctor --audio" helps');
    voice.type("what can I say\r");
    await voice.until("Ask me what you want to know.");
    voice.type("remember that the oven is slow\r");
    await voice.until("Noted");
    voice.type("repeat\r");
    await voice.until("Noted");
    voice.type("/quit\r");
    expect(await voice.ended).toBe(0);
  });
});
