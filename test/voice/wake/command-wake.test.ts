import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createCommandWake } from "../../../src/voice/wake/command-wake.ts";
import { useTempFolder } from "../../temp.ts";
import { listenFor } from "./listen-for.ts";

const times = { pause: 20, longest: 40, steady: 300 };

/** A wake word by a program of Node, or another command. */
function listen(program: string | readonly string[]) {
  const command =
    typeof program === "string" ? [process.execPath, "--eval", program] : [...program];
  return listenFor(createCommandWake({ command, times }));
}

/** Feeds it until something has happened. */
async function feedUntil(push: () => void, isDone: () => boolean): Promise<void> {
  await expect
    .poll(
      () => {
        push();
        return isDone();
      },
      { timeout: 40_000, interval: 20 },
    )
    .toBe(true);
}

test("createCommandWake() feeds a program with sound, and wakes with each line that it prints", async () => {
  const { wakeWord, heard } = listen(`
    let loud = 0;
    process.stdin.on("data", (bytes) => {
      for (let at = 0; at + 1 < bytes.length; at += 2) if (bytes.readInt16LE(at) === 4321) loud++;
      if (loud >= 320) { loud = 0; process.stdout.write("wa"); setTimeout(() => process.stdout.write("ke\\n\\n"), 20); }
    });`);
  for (let at = 0; at < 5; at++) wakeWord.push(new Int16Array(320));
  await feedUntil(
    () => wakeWord.push(new Int16Array(320).fill(4321)),
    () => heard.wakes > 0,
  );
  expect(heard.told).toEqual([]);
});

test("createCommandWake() reads no shell's words, and ends the program when it is closed", async () => {
  const folder = useTempFolder();
  const pid = join(folder, "pid");
  const script =
    'require("fs").writeFileSync(process.argv[1], String(process.pid)); setInterval(() => 0, 1000)';
  const { wakeWord } = listen([
    process.execPath,
    "--eval",
    script,
    pid,
    "; touch",
    `$(touch ${folder}/x)`,
  ]);
  await expect.poll(() => existsSync(pid), { timeout: 40_000 }).toBe(true);
  await expect.poll(() => readFileSync(pid, "utf8")).not.toBe("");
  const isAlive = (): boolean => {
    try {
      return process.kill(Number(readFileSync(pid, "utf8")), 0);
    } catch {
      return false;
    }
  };
  expect(isAlive()).toBe(true);
  expect(existsSync(join(folder, "x"))).toBe(false);
  wakeWord.close();
  await expect.poll(isAlive, { timeout: 40_000 }).toBe(false);
});

test("createCommandWake() kills a program that does not want to end", async () => {
  const pid = join(useTempFolder(), "pid");
  const script =
    'process.on("SIGTERM", () => 0); require("fs").writeFileSync(process.argv[1], String(process.pid)); setInterval(() => 0, 1000)';
  const { wakeWord } = listen([process.execPath, "--eval", script, pid]);
  await expect
    .poll(() => existsSync(pid) && readFileSync(pid, "utf8"), { timeout: 40_000 })
    .toBeTruthy();
  const alive = Number(readFileSync(pid, "utf8"));
  wakeWord.close();
  await expect.poll(() => existsSync(`/proc/${alive}`), { timeout: 40_000 }).toBe(false);
});

test("createCommandWake() starts it again, and tells trouble and its end once each", async () => {
  const marker = join(useTempFolder(), "works");
  const { heard } = listen([
    "sh",
    "-c",
    'test -e "$1" || { echo no model found >&2; exit 3; }; sleep 5; true',
    "sh",
    marker,
  ]);
  await expect.poll(() => heard.told).toHaveLength(1);
  expect(heard.told[0]?.message).toMatchInlineSnapshot(
    `"Cannot hear the wake word with "sh": it ended with 3 (no model found); correct voice.wake.command"`,
  );
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(heard.told).toHaveLength(1);
  const { writeFileSync } = await import("node:fs");
  writeFileSync(marker, "");
  await expect.poll(() => heard.told, { timeout: 40_000 }).toHaveLength(2);
  expect(heard.told[1]).toBeUndefined();
});

test("createCommandWake() tells of a program that is not there", async () => {
  const { heard } = listen(["no-such-wake-word"]);
  await expect.poll(() => heard.told).toHaveLength(1);
  expect(heard.told[0]?.message).toBe(
    'Cannot hear the wake word with "no-such-wake-word": there is no such program; correct voice.wake.command',
  );
  expect(heard.told[0]?.code).toBe("AUDIO_FAILED");
});

test("createCommandWake() drops sound for a program that does not read, and does not drown in its words", async () => {
  const deaf = listen(["sleep", "10"]);
  const before = process.memoryUsage().arrayBuffers;
  for (let at = 0; at < 500; at++) {
    for (let more = 0; more < 40; more++) deaf.wakeWord.push(new Int16Array(320));
    if (at % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 2 ** 20);
  const chatty = listen(["yes"]);
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(chatty.heard.wakes).toBeGreaterThan(0);
  expect(chatty.heard.wakes).toBeLessThan(6);
});

test("createCommandWake() goes on where the program closes its ears, and hangs up", async () => {
  const { wakeWord, heard } = listen(["sh", "-c", "exec 0<&-; sleep 0.2; echo woken; sleep 5"]);
  await feedUntil(
    () => wakeWord.push(new Int16Array(320)),
    () => heard.wakes > 0,
  );
  expect(heard.told).toEqual([]);
});
