import { expect, test } from "vitest";
import { initGit } from "../init-git.ts";
import { merged } from "../sync/merge/merging.ts";
import { undo } from "../undo.ts";
import { watchVault } from "../watched-vault.ts";
import { ask, call, linesIn, useVault } from "./reminding-vault.ts";

/** What is said on Thursday, 26 November at 13:30, and the line that comes of it. */
const asked: readonly (readonly [language: string, said: string, line: RegExp])[] = [
  [
    "en",
    "Remind me on Friday to call the dentist.",
    /^- Call the dentist .*\[remind:: 2026-11-27\]/,
  ],
  [
    "es",
    "recuérdame llamar al dentista mañana a las nueve de la noche",
    /^- Llamar al dentista el 2026-11-27 a las nueve de la noche .*remind:: 2026-11-27\]/,
  ],
];

test.each(asked)(
  "%s: %j is saved without a model, and learned once",
  async (language, said, line) => {
    const vault = await useVault("");
    vault.clock.ms = Date.parse("2026-11-26T13:30:00Z");
    const conversation = await vault.loci.converse({ person: "ana", language });
    const events = await Array.fromAsync(conversation.turn(said));
    const answered = events.flatMap((event) => (event.type === "delta" ? event.text : [])).join("");
    expect(answered).toMatch(/\((?:Friday, November 27|viernes, 27 de noviembre)/);
    const lines = (): string[] => linesIn(vault.root);
    expect(lines()).toEqual([expect.stringMatching(line)]);
    const before = lines();
    const digest = await conversation.end();
    expect(digest?.outcomes.filter(({ status }) => /learned|kept/.test(status))).toEqual([]);
    expect(lines()).toEqual(before);
  },
);

test.each([
  "remind me what I like",
  "What do you remind me of on Friday?",
  "remind me yesterday to call Ana",
  "remind me to call Ana",
])("%j sets no reminder", async (said) => {
  const vault = await useVault("");
  await vault.ask(said, { person: "ana" });
  expect(linesIn(vault.root).join("\n")).not.toContain("remind::");
});

test("what is known already is brought up again where that is asked for", async () => {
  const done = "- Call the dentist (2026-11-20) [remind:: 2026-11-25] [reminded:: 2026-11-25]\n";
  const vault = await useVault(done);
  initGit(vault.root);
  const loci = await vault.open();
  expect(await ask(loci, "remind me tomorrow to call the dentist")).toContain("knew that");
  expect(vault.read()).toBe("- Call the dentist (2026-11-20) [remind:: 2026-12-02]\n");
  await undo(loci);
  expect(vault.read()).toBe(done);
});

test("marks survive a digestion and a save into the same file", async () => {
  const vault = await useVault(call);
  const conversation = await vault.loci.converse({ person: "ana" });
  for await (const _ of conversation.turn("I am allergic to walnuts"));
  await conversation.end();
  await vault.loci.memory.remember([{ text: "The door is green", topic: "home" }]);
  expect(vault.read()).toContain("[remind:: 2026-12-01] [reminded:: 2026-12-01] #teeth");
  expect(await vault.ask()).not.toContain("dentist");
});

test("remember() takes a day to be reminded of, and refuses what is none", async () => {
  const vault = await useVault("");
  const save = (remind: string) =>
    vault.loci.memory.remember([{ text: "Call Ana", topic: "home", fields: { remind } }]);
  await expect(save("2026-02-30")).rejects.toMatchObject({ code: "BAD_DATE" });
  expect(vault.read()).toBe("");
  await save("2026-12-01");
  expect(await vault.ask()).toContain("A reminder: Call Ana");
});

test("a model may set a reminder of what the person said, and only of that", async () => {
  const remember = (text: string) => ({
    toolCalls: [{ name: "remember", arguments: { text, remind: "2026-02-13" } }],
  });
  const vault = await watchVault(
    {},
    {
      reply: ({ messages }) =>
        messages.some(({ role }) => role === "tool")
          ? "Fine."
          : remember(JSON.stringify(messages).includes("dentist") ? "Call the dentist" : "Sell it"),
    },
  );
  const loci = await vault.open();
  for (const said of ["Remind me tomorrow at nine to call the dentist", "hello there"]) {
    const conversation = await loci.converse({ person: "ana" });
    for await (const _ of conversation.turn(said));
  }
  expect(linesIn(vault.root)).toEqual([
    expect.stringMatching(/^- Call the dentist .*\[remind:: 2026-02-13\]/),
  ]);
});

test("two devices that say it on different days before they sync have one line, marked", async () => {
  const marked = async (days: number): Promise<string> => {
    const vault = await useVault(call);
    vault.clock.ms += days * 86_400_000;
    expect(await vault.ask()).toContain("dentist");
    return vault.read();
  };
  const [ours, theirs] = [await marked(0), await marked(3)];
  const line = call.replace(" #teeth", " [reminded:: 2026-12-01] #teeth");
  expect(merged({ base: call, ours, theirs })).toBe(line);
  expect(merged({ base: call, ours, theirs: call })).toBe(line);
});
