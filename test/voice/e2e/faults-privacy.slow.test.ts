import { expect, test } from "vitest";
import { describeWith } from "../programs.ts";
import { bytesOf, tokensIn, useTalk } from "./talk.ts";
import { quiet, wiredPrograms } from "./wired-room.ts";

const click = Int16Array.from({ length: 1_600 }, () => (Math.random() - 0.5) * 20_000);

describeWith(wiredPrograms, "loci voice", () => {
  test("leaves no byte of what it did not take in the vault, its databases, or its log", async () => {
    const talk = await useTalk({ voice: { activation: "name", names: ["computer"] } });
    const refused = async (why: string, text: string, how = {}): Promise<void> => {
      const before = talk.count("heard", { why });
      talk.say(text, how);
      await talk.until("heard", { why }, before + 1);
    };
    await refused("not_addressed", "the president zq90x said that the war will end in spring");
    await talk.turn("computer, remember that the key is under the big stone zq1x");
    await talk.turn("where is the key?");
    await refused("own_voice", "the key is under the big stone zq91x");
    await refused("unclear", "computer, I like the zq92x", { confidence: 0.1 });
    await talk.until("spoken", { text: "Sorry?" });
    await talk.untilQuiet();
    await talk.turn("computer, remember that the dog is called zq2x");
    await refused("not_addressed", "buy zq93x now, while it lasts", { volume: 0.15 });
    await refused("invented", "Thank you for watching");
    await refused("empty", "");
    await talk.untilQuiet();
    const asked = talk.ears.heard.length;
    for (const part of [quiet(0.5), click, quiet(1.5)]) talk.room.sound(part);
    await talk.turn("computer, remember that the cat is called zq3x");
    expect(talk.ears.heard.length).toBe(asked + 1); // What is no speech was sent to nobody.
    const before = bytesOf(talk.root); // Nothing is digested yet.
    await talk.stop();
    for (const bytes of [before, bytesOf(talk.root), talk.stderr()]) {
      expect(bytes).not.toMatch(/zq9\dx|president|Thank you for watching/i);
    }
    expect(tokensIn(talk.root)).toEqual(["zq1x", "zq2x", "zq3x"]);
  });
});
