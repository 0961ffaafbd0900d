import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { runProgram } from "../../src/models/programs/run-program.ts";
import { startProgram } from "../../src/models/programs/start-program.ts";
import { createGpioButton } from "../../src/voice/button/gpio-button.ts";
import { useTempFolder } from "../temp.ts";

const never = new AbortController().signal;

/** A program that tells which environment it got. */
function useTeller() {
  const folder = useTempFolder();
  const program = join(folder, "program");
  const told = join(folder, "told");
  const script = `#!/bin/sh\nenv >>'${told}.new'\nmv '${told}.new' '${told}'\necho "gpiomon v2.0"\n`;
  writeFileSync(program, script, { mode: 0o755 });
  return { program, told };
}

test.each<[string, (program: string) => unknown]>([
  ["microphone and speaker", (program) => startProgram({ program, args: [] })],
  [
    "espeak-ng and PocketSphinx",
    async (program) => {
      const run = { does: "speak", program, args: [], packages: "none" };
      for await (const _ of runProgram(run, never));
    },
  ],
  [
    "the button",
    (program) => {
      const called = new AbortController();
      onTestFinished(() => called.abort());
      const button = createGpioButton({ chip: "gpiochip0", line: 1, program });
      void button(
        () => {},
        () => {},
        called.signal,
      );
    },
  ],
])("the program of %s gets no keys", async (_, start) => {
  const { program, told } = useTeller();
  process.env.LOCI_MODEL_API_KEY = "sk-secret";
  process.env.NOTIFY_SOCKET = "/run/none";
  onTestFinished(() => {
    delete process.env.LOCI_MODEL_API_KEY;
    delete process.env.NOTIFY_SOCKET;
  });
  await start(program);
  for (let i = 0; i < 250 && !existsSync(told); i++) await sleep(20);
  const env = readFileSync(told, "utf8");
  expect(env).toContain("PATH=");
  expect(env).not.toMatch(/sk-secret|NOTIFY_SOCKET/);
});
