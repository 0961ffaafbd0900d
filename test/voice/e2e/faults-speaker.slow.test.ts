import { expect, test } from "vitest";
import { describeWith } from "../programs.ts";
import { waitFor } from "./person.ts";
import { messagesIn, tokensIn, useTalk } from "./talk.ts";
import { wiredPrograms } from "./wired-room.ts";

describeWith(wiredPrograms, "loci voice whose speaker", () => {
  test("never reads and ignores SIGTERM tells it once, stores the reply, and goes on", async () => {
    const talk = await useTalk();
    const { room } = talk;
    room.speaker = "stuck";
    talk.say("remember that the key is under the pot zq1x");
    await talk.until("trouble", { part: "speaker", code: "stuck" });
    await talk.until("latency");
    // It was called off by nobody, and was there to be read.
    expect(messagesIn(talk.root, "assistant").at(-1)).toBe("Noted: The key is under the pot zq1x");
    await waitFor("end of aplay", () =>
      room.running().some((command) => command.startsWith("sleep")) ? undefined : true,
    );
    await talk.untilQuiet();
    await talk.turn("remember that the dog is called zq2x");
    room.speaker = "live";
    await talk.turn("remember that the cat is called zq3x");
    await talk.until("mended", { part: "speaker" });
    expect(room.played()).toBeGreaterThan(10_000);
    expect(talk.count("trouble")).toBe(1);
    await talk.stop();
    expect(tokensIn(talk.root)).toEqual(["zq1x", "zq2x", "zq3x"]);
  });

  test("is pulled out tells it once, answers in writing, and speaks when it is back", async () => {
    const talk = await useTalk();
    const { room } = talk;
    room.speaker = "gone";
    await talk.turn("remember that the key is under the pot zq1x");
    await talk.turn("where is the key?");
    expect(talk.count("trouble", { part: "speaker" })).toBe(1);
    expect(messagesIn(talk.root, "assistant").at(-1)).toContain("zq1x");
    expect(room.played()).toBe(0);
    room.speaker = "live";
    await talk.turn("what is the dog called?");
    await talk.until("mended", { part: "speaker" });
    expect(room.played()).toBeGreaterThan(1_000);
    await talk.stop();
  });
});
