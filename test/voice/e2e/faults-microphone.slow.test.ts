import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { describeWith } from "../programs.ts";
import { waitFor } from "./person.ts";
import { memoriesIn, tokensIn, useTalk } from "./talk.ts";
import { useWiredRoom, wiredPrograms } from "./wired-room.ts";

/** Recorders that run, by what they are in the room. */
const recorders = (running: readonly string[]): readonly string[] =>
  running.filter((command) => /^(?:cat|sleep|yes)\b/.test(command));

const hearsAgain = { text: "I can hear you again." };

describeWith(wiredPrograms, "loci voice whose microphone", () => {
  test("is pulled out and put in again tells it once each, aloud in the person's language, and hears the next turn", async () => {
    const talk = await useTalk({ languages: ["ca", "en"] });
    const { room } = talk;
    await talk.turn("Recorda que la clau és sota el test zq1x", { language: "ca" });
    const played = room.played();
    room.microphone = "gone";
    room.cut();
    await talk.until("trouble", { part: "microphone", code: "gone" });
    await talk.until("spoken", { text: "No et sento: el micròfon no funciona." });
    expect(room.played()).toBeGreaterThan(played);
    await delay(1_200); // It is tried again meanwhile.
    room.microphone = "live";
    await talk.until("mended", { part: "microphone" });
    await talk.until("spoken", { text: "Ja et torno a sentir." });
    await talk.untilQuiet();
    await talk.turn("Recorda que el gos es diu zq2x", { language: "ca" });
    expect([talk.count("trouble"), talk.count("session")]).toEqual([1, 1]);
    expect(recorders(room.running())).toHaveLength(1);
    await talk.stop();
    expect(tokensIn(talk.root)).toEqual(["zq1x", "zq2x"]);
  });

  test("hangs and ignores SIGTERM is started again, without a process left of those that hung", async () => {
    const room = await useWiredRoom();
    room.microphone = "stubborn";
    const talk = await useTalk({ room });
    await talk.turn("remember that the key is under the pot zq1x");
    room.microphone = "hangs";
    room.silence = "none";
    await talk.until("trouble", { part: "microphone", code: "stuck" });
    await talk.until("spoken", { text: "I cannot hear you: the microphone does not work." });
    const next = () => (recorders(room.running()).includes("sleep 600") ? true : undefined);
    await waitFor("another recorder", next);
    room.microphone = "live";
    room.silence = "room";
    await talk.until("mended", { part: "microphone" });
    await talk.until("spoken", hearsAgain);
    await talk.untilQuiet();
    await talk.turn("remember that the dog is called zq2x");
    expect(talk.count("trouble")).toBe(1);
    expect(recorders(room.running())).toHaveLength(1);
    await talk.stop();
    expect(tokensIn(talk.root)).toEqual(["zq1x", "zq2x"]);
  });

  test("floods it with noise needs no more memory, and hears again", async () => {
    const talk = await useTalk();
    const { room } = talk;
    await talk.turn("remember that the key is under the pot zq1x");
    const before = residentMb(talk.process.pid);
    room.microphone = "floods";
    room.cut();
    await waitFor("flood", () =>
      recorders(room.running()).includes("cat /dev/urandom") ? true : undefined,
    );
    await delay(3_000);
    // Were it kept, the flood would be more than a gigabyte by now.
    expect(residentMb(talk.process.pid) - before).toBeLessThan(250);
    const phrases = talk.count("spoken", hearsAgain);
    room.microphone = "live";
    room.cut();
    await talk.until("spoken", hearsAgain, phrases + 1);
    room.sound(new Int16Array(16_000 * 3).map(() => Math.random() * 40 - 20)); // The room is learned anew.
    await talk.untilQuiet();
    await talk.turn("remember that the dog is called zq2x");
    await talk.stop();
    expect(tokensIn(talk.root)).toEqual(["zq1x", "zq2x"]);
  });

  test("complains without end is heard, and none of it is in the log", async () => {
    const room = await useWiredRoom();
    room.microphone = "complains";
    const talk = await useTalk({ room });
    await talk.turn("remember that the key is under the pot zq1x");
    expect(talk.stderr()).not.toContain("overrun");
    expect(talk.count("trouble")).toBe(0);
    await talk.stop();
  });
});

describeWith(wiredPrograms, "loci up whose microphone", () => {
  test("is not there at the start says so, goes on, and hears once it is plugged in", async () => {
    const room = await useWiredRoom();
    room.microphone = "gone";
    const talk = await useTalk({
      room,
      command: ["up", "--port", "0"],
      voice: { enabled: true },
      env: { LOCI_SITE_ENABLED: "false" },
    });
    const told = (words: string) => () => (talk.stderr().includes(words) ? true : undefined);
    await waitFor("trouble", told("Cannot listen to the microphone"));
    room.microphone = "live";
    await waitFor("mended", told("The microphone works again"), 45_000);
    const played = room.played();
    await delay(2_000);
    talk.say("remember that the key is under the pot zq1x");
    await waitFor("memory", () => (memoriesIn(talk.root).includes("zq1x") ? true : undefined));
    await waitFor("reply", () => (room.played() > played + 10_000 ? true : undefined));
    expect(talk.stderr().match(/Cannot listen to the microphone/g)).toHaveLength(1);
    expect(talk.stderr()).not.toContain("zq1x");
    await talk.stop();
  });
});

function residentMb(pid: number | undefined): number {
  const [, kb = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kb) / 1_024;
}
