import { mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { initGit } from "../init-git.ts";
import { outcomesOf } from "../outcomes.ts";
import { learn } from "../private-talk.ts";
import { useSessionDb } from "../session/session-db.ts";
import { undo } from "../undo.ts";
import { watchVault } from "../watched-vault.ts";

const rice = { "topics/cooking.md": "# Cooking\n\n- Prefers bomba rice for paella (2026-02-10)\n" };

const quoting = (quote: string, text: string) => learn(text).map((one) => ({ ...one, quote }));

test("a session that is ended while a reply comes keeps the reply", async () => {
  const vault = await watchVault(rice, {
    reply: () => ({ text: "A long reply about rice", gapMs: 60 }),
  });
  const loci = await vault.open();
  const conversation = await loci.converse();
  const events: string[] = [];
  let ended: Promise<unknown> = Promise.resolve();
  for await (const event of conversation.turn("Which rice?")) {
    if (events.length === 0) ended = loci.sessions.end(conversation.session().id);
    events.push(event.type);
  }
  expect(await ended).toMatchObject({ type: "digest" });
  expect(events).not.toContain("error");
  expect(JSON.stringify(vault.asked("extract"))).toContain("A long reply about rice");
});

test("what stood in the loaded topic does not come back as news", async () => {
  const vault = await watchVault(rice, {
    reply: () => "You prefer bomba rice in paella, right?",
    extract: () => ({ conclusions: learn("Prefers bomba rice in paella") }),
  });
  const loci = await vault.open();
  const conversation = await loci.converse();
  for await (const _ of conversation.say("/topic cooking"));
  for (const words of ["Let us talk about dinner", "Yes, right"]) {
    for await (const _ of conversation.turn(words));
  }
  expect(await conversation.end()).toMatchObject({ outcomes: [{ status: "kept" }] });
  expect(readFileSync(join(vault.root, "topics/cooking.md"), "utf8")).toBe(
    rice["topics/cooking.md"],
  );
});

test("an opening that failed is tried again by the next conversation", async () => {
  const vault = await watchVault(rice);
  const loci = await vault.open();
  const inTheWay = join(vault.root, ".loci/sessions.db");
  mkdirSync(inTheWay, { recursive: true });
  await expect(loci.converse()).rejects.toMatchObject({ code: "SESSION_FAILED" });
  rmSync(inTheWay, { recursive: true });
  expect((await loci.converse()).session().state).toBe("idle");
});

test("a split that cannot be finished holds no digestion up", async () => {
  const vault = await watchVault(rice, {
    extract: () => ({ conclusions: quoting("I bake bread on Mondays", "Bakes bread on Mondays") }),
  });
  const loci = await vault.open();
  const conversation = await loci.converse();
  const { db } = useSessionDb({ lociDir: join(vault.root, ".loci") });
  db.digestions.addSplit("topics/cooking.md");
  db.digestions.keep("topics/cooking.md", "{");
  for await (const _ of conversation.turn("I bake bread on Mondays"));
  expect(await conversation.end()).toMatchObject({
    outcomes: [{ status: "learned", text: "Bakes bread on Mondays" }],
  });
});

test("a conversation that is left alone is not written to disk again and again", async () => {
  const vault = await watchVault(rice);
  const loci = await vault.open();
  const conversation = await loci.converse();
  for await (const _ of conversation.turn("Good morning"));
  const log = join(vault.root, ".loci/sessions.db-wal");
  expect(statSync(log).mode & 0o777, "for this user's eyes only").toBe(0o600);
  const bytes = () => readFileSync(log).length;
  for await (const _ of loci.digest.now());
  const before = bytes();
  for (let n = 0; n < 5; n++) for await (const _ of loci.digest.now());
  expect(bytes()).toBe(before);
});

test("a password that is said beside something else is in no file but where it was asked for", async () => {
  const password = "hunter22Secret!9";
  const vault = await watchVault(rice, {
    extract: () => ({ conclusions: learn("I am allergic to nuts", "I sail on Mondays") }),
    reply: (request, nth) =>
      (request.tools ?? []).length > 0 && nth === 0
        ? { toolCalls: [{ name: "remember", arguments: { text: `My password is ${password}` } }] }
        : "Fine.",
  });
  const loci = await vault.open();
  const conversation = await loci.converse();
  const said = `I am allergic to nuts and remember that my password is ${password}`;
  for await (const _ of conversation.turn(said));
  for await (const _ of conversation.turn("I sail on Mondays"));
  await conversation.end();
  const files = loci.vault.index.run((db) =>
    db.prepare<[], string>("SELECT path FROM file").pluck().all(),
  );
  const lines = [...files, "log/2026-02.md"]
    .flatMap((file) => readFileSync(join(vault.root, file), "utf8").split("\n"))
    .filter((line) => line.includes(password));
  expect(lines).toEqual([expect.stringContaining("[sensitivity:: secret]")]);
});

test("what was said to one agent before a hand-off is not marked as said to the next", async () => {
  const vault = await watchVault(
    { ...rice, "loci.yaml": "timezone: UTC\nagents:\n  chef:\n    persona: Cooks.\n" },
    {
      extract: () => ({
        conclusions: quoting("I bake bread on Mondays", "Bakes bread on Mondays"),
      }),
    },
  );
  const loci = await vault.open();
  const conversation = await loci.converse();
  for await (const _ of conversation.turn("I bake bread on Mondays"));
  conversation.handOff("chef");
  const digest = await conversation.end();
  const file = outcomesOf(digest, "learned")[0]?.file ?? "";
  expect(readFileSync(join(vault.root, file), "utf8")).not.toContain("[agent:: chef]");
});

test("a vault that an undo has emptied is believed to be empty", async () => {
  const vault = await watchVault(
    {},
    { extract: () => ({ conclusions: quoting("I bake bread", "Bakes bread") }) },
  );
  initGit(vault.root);
  const loci = await vault.open();
  const conversation = await loci.converse();
  for await (const _ of conversation.turn("I bake bread"));
  expect(outcomesOf(await conversation.end(), "learned")).toHaveLength(1);
  expect((await loci.memory.recall("bread")).hits).toHaveLength(1);
  expect(await undo(loci)).toMatchObject({ what: expect.stringContaining("learned") });
  expect((await loci.memory.recall("bread")).hits).toEqual([]);
});
