import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openLoci } from "../../src/app/loci.ts";
import { initGit } from "../init-git.ts";
import { cleanEnv } from "../run-loci.ts";
import { useFixture } from "../temp.ts";

const rice = "Prefers bomba rice for paella";

/** A conversation with the starter vault; gives the types of what comes of a message, and its last event. */
async function talk() {
  const root = useFixture("starter");
  initGit(root);
  const loci = await openLoci({ root, env: cleanEnv(), now: Date.now, report: () => {} });
  onTestFinished(() => loci.close());
  const chat = await loci.converse();
  await Array.fromAsync(chat.say("hello"));
  const say = async (message: string) => {
    const events = await Array.fromAsync(chat.say(message));
    return { types: events.map(({ type }) => type), last: Object(events.at(-1)) };
  };
  return { say, cooking: () => readFileSync(join(root, "topics/cooking.md"), "utf8") };
}

test("/forget shows what it found, and removes what the very next message names, unless that is a no", async () => {
  const { say, cooking } = await talk();
  const find = async () => {
    const { types, last } = await say("/forget bomba rice for paella");
    expect(types).toEqual(["command", "found"]);
    return last.entries.map(({ text }: { text: string }) => text);
  };
  for (const no of ["no", "none", "0"]) {
    await find();
    expect((await say(no)).types).toEqual(["command", "not_forgotten"]);
    expect((await say("1")).types).not.toContain("tool");
  }
  await find();
  expect((await say("which rice for paella?")).types).toContain("recall");
  expect((await say("1")).types).not.toContain("tool");
  const texts = await find();
  expect(cooking()).toContain(rice);
  expect((await say(`${texts.indexOf(rice) + 1}`)).last).toMatchObject({
    type: "tool",
    name: "forget",
    result: { status: "forgotten", text: rice, file: "topics/cooking.md" },
  });
  expect(cooking()).not.toContain(rice);
});

test("in a natural sentence one memory is asked about, and a clear yes removes it", async () => {
  const { say, cooking } = await talk();
  const { last } = await say("forget that I prefer bomba rice for paella");
  expect([last.type, last.entries[0].text]).toEqual(["found", rice]);
  const done = await say(last.entries.length === 1 ? "yes" : "1");
  expect(done.last).toMatchObject({ type: "tool", name: "forget" });
  expect(cooking()).not.toContain(rice);
});

test("what was only said in this conversation is found too, and is not learned at its end once it is forgotten", async () => {
  const { say } = await talk();
  await say("I keep my tulip bulbs in the attic. I bought a bicycle on Saturday.");
  await say("The code of my locker is 4471");
  await say("What is the code of my locker?");
  await say("Remember that my locker is in the hall");
  const { last } = await say("forget my locker code");
  const said = { text: "The code of my locker is 4471", file: "" };
  expect(last.entries[0]).toMatchObject(said);
  expect(last.entries.map(({ text }: typeof said) => text)).toContain("My locker is in the hall");
  expect(last.entries.filter(({ file }: typeof said) => file === "")).toHaveLength(1);
  const done = await say("1");
  expect(done.last).toMatchObject({ name: "forget", result: { status: "forgotten", ...said } });
  const found = (await say("/forget tulip bulbs")).last.entries;
  expect(found[0]).toMatchObject({ text: "I keep my tulip bulbs in the attic.", file: "" });
  await say("1");
  const { outcomes } = (await say("/end")).last;
  expect(outcomes.map(({ text }: { text: string }) => text)).toEqual([
    expect.stringContaining("bicycle"),
    "My locker is in the hall",
  ]);
});

test("/help lists the commands, and a wrong one names the nearest", async () => {
  const { say } = await talk();
  const { commands } = (await say("/help")).last;
  expect(commands.map(({ usage }: { usage: string }) => usage.split(" ")[0])).toEqual(
    expect.arrayContaining(["/end", "/forget", "/help", "/lang", "/topic", "/undo", "/why"]),
  );
  expect((await say("/forgte rice")).last).toMatchObject({
    type: "error",
    code: "BAD_INPUT",
    message: expect.stringContaining("/forget"),
  });
});
