import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { outcomesOf } from "../outcomes.ts";
import { conclusion } from "./conclusions.ts";
import { answering, openVault } from "./open-vault.ts";
import { asConclusions, asTalk, cooking, digest, talk, three } from "./talk.ts";

test("a conversation with a topic becomes dated lines of its file, a block in the log and one commit", async () => {
  const model = answering({
    summary: "Bomba rice for paella, and living in Reus.",
    conclusions: [
      conclusion("Prefers bomba rice for paella", {
        quote: "For paella I always prefer bomba rice!",
        bank: "Personal",
        kind: "preference",
      }),
      conclusion("Allergic to tree nuts", {
        quote: "I'm allergic to tree nuts",
        bank: "Health",
        importance: 1,
        sensitivity: "health",
      }),
      conclusion("Lives in Reus", { key: "home_city", quote: "I live in Reus now" }),
      conclusion("Uses homemade chicken broth", { quote: "I use homemade chicken broth" }),
    ],
  });
  const vault = openVault({ files: { "topics/cooking.md": cooking }, model });
  const id = talk(
    vault,
    [
      "For paella I always prefer bomba rice!",
      "Noted.",
      "I'm allergic to tree nuts",
      "Oh.",
      "And I live in Reus now. I use homemade chicken broth.",
      "Ok",
    ],
    { topic: "topics/cooking.md" },
  );
  const [digested] = await digest(vault);
  const files = vault.files();
  expect(files["topics/cooking.md"]).toMatch(
    /\n- Uses homemade chicken broth \(2026-01-01\)\n- ~~Lives in Tarragona~~ \(2026-01-02\) \[key:: home_city\] \[superseded:: \^(\w+)\]\n/,
  );
  expect(files["topics/cooking.md"]).toContain(
    `- Prefers bomba rice for paella (2026-02-12) [importance:: 0.5] #preference\n`,
  );
  expect(files["topics/cooking.md"]).toContain(
    `- Allergic to tree nuts (2026-02-12) [bank:: Health] [importance:: 1]\n`,
  );
  expect(files["topics/cooking.md"]).toMatch(
    /- Lives in Reus \(2026-02-12\) \[bank:: General\] \[importance:: 0\.5\] \[key:: home_city\] \^\w+\n/,
  );
  expect(files["topics/cooking.md"]).toContain("updated: 2026-02-12");
  expect(files["topics/index.txt"]).toBe("2026-02-12T12:00:00|cooking|Cooking\n");
  expect(files["log/2026-02.md"]).toBe(`## 2026-02-12T12:00:00+00:00 cooking

Bomba rice for paella, and living in Reus.

- learned: Prefers bomba rice for paella → topics/cooking.md
  - said: "For paella I always prefer bomba rice!"
- learned: Allergic to tree nuts → topics/cooking.md
  - said: "I'm allergic to tree nuts"
- replaced: Lives in Reus → topics/cooking.md
  - was: Lives in Tarragona
  - said: "And I live in Reus now."
- known: Uses homemade chicken broth
- session: ${id} · agent loci · text · en
`);
  expect(digested).toMatchObject({
    status: "digested",
    outcomes: [
      { status: "learned", text: "Prefers bomba rice for paella" },
      { status: "learned", text: "Allergic to tree nuts" },
      { status: "replaced", text: "Lives in Reus", file: "topics/cooking.md" },
      { status: "known", text: "Uses homemade chicken broth" },
    ],
  });
  expect(vault.commits).toHaveLength(1);
  expect(vault.db.sessions.find(id)?.state).toBe("closed");
  expect(vault.db.sessions.messages(id)).toEqual([]);
  expect(vault.db.sessions.resolved(null)).toMatchObject([
    { summary: "Bomba rice for paella, and living in Reus.", topic: "cooking" },
  ]);
});

test("three conclusions that name the same, and no other, make a topic in the person's own scope", async () => {
  const named = ["I gave Atlas to Bea", "Tea is served at Atlas", "June is when Atlas begins"];
  const vault = openVault({
    model: answering({
      summary: "Oboe is my instrument", // It went elsewhere.
      conclusions: asConclusions([...named, ...three.slice(2)]),
    }),
  });
  talk(vault, asTalk([...named, ...three.slice(2)]), { person: "ana" });
  await digest(vault);
  const made = vault.files()["people/ana/topics/atlas.md"] ?? "";
  expect(made).toMatch(
    /^---\ntitle: Atlas\nsummary: I gave Atlas to Bea; Tea is served at Atlas; June is when Atlas begins\ncreated: 2026-02-12/,
  );
  expect(made.match(/^- /gm)).toHaveLength(3);
  expect(made).not.toContain("[person");
  expect(Object.keys(vault.files())).toEqual([
    "log/2026-02.md",
    "people/ana/general/2026-02.md",
    "people/ana/topics/atlas.md",
    "people/ana/topics/index.txt",
  ]);
});

test("a protected line stays beside what contradicts it, and the log says so", async () => {
  const home = "- Lives in Rome (2026-01-01) [key:: home] #protected\n";
  const conclusions = [conclusion("Lives in Reus", { quote: "I live in Reus", key: "home" })];
  const vault = openVault({ files: { "topics/b.md": home }, model: answering({ conclusions }) });
  talk(vault, ["I live in Reus"]);
  await digest(vault);
  expect(vault.files()["topics/b.md"]).toBe(home);
  expect(vault.files()["general/2026-02.md"]).toContain("- Lives in Reus (2026-02-12)");
  expect(vault.files()["log/2026-02.md"]).toContain("- kept: Lives in Rome (protected)");
});

test("entries in a shared file name the person and an agent that is not the usual one, in its bank", async () => {
  const vault = openVault({
    model: answering({ conclusions: [conclusion("Tea is my drink", { bank: "Nowhere" })] }),
    files: { "topics/cooking.md": cooking },
    settings: { agents: { rostro: { persona: "", bank: "Health" } } },
  });
  const id = talk(vault, [{ content: "Tea is my drink", mode: "voice", confidence: 0.9 }], {
    person: "ana",
    agent: "rostro",
    mode: "voice",
    topic: "topics/cooking.md",
  });
  await digest(vault);
  expect(vault.files()["topics/cooking.md"]).toContain(
    "(2026-02-12) [bank:: Health] [importance:: 0.5] [agent:: rostro] [person:: ana]\n",
  );
  expect(vault.files()["log/2026-02.md"]).toContain(
    `- session: ${id} · agent rostro · person ana · voice · en`,
  );
});

test("all of a long conversation is kept, and what is not is named with its reason", async () => {
  const animals =
    "Cats Dogs Owls Foxes Bears Wolves Otters Herons Geese Ducks Swans Toads Newts Moles Voles Hares Goats Sheep Yaks Bees Wasps";
  const all = animals.split(" ").map((animal) => `${animal} are what I draw`);
  const wrong = Array.from({ length: 60 }, (_, i) => conclusion(`Owns ${i + 2} boats`));
  const vault = openVault({ model: answering({ conclusions: [...asConclusions(all), ...wrong] }) });
  talk(vault, asTalk(all));
  const [digested] = await digest(vault);
  expect(outcomesOf(digested, "learned").map(({ text }) => text)).toEqual(all);
  const log = vault.files()["log/2026-02.md"] ?? "";
  expect(log).toContain("- kept: Owns 2 boats (not saved, not said by the person)\n");
  expect(log).toContain("- kept: Owns 61 boats (not saved, not said by the person)\n");
});

test("without a model, what is told and not kept is said at the end and in the log, with its reason", async () => {
  const vault = openVault({});
  talk(vault, ["She can't eat gluten"]);
  const [digested] = await digest({ ports: { ...vault.ports, model: undefined } });
  const [left] = outcomesOf(digested, "kept");
  expect(left).toMatchObject({
    text: "She can't eat gluten",
    reason: expect.stringMatching(/^not saved, ./),
  });
  expect(vault.files()["log/2026-02.md"]).toContain(`- kept: ${left?.text} (${left?.reason})\n`);
});

test("what was saved while the conversation went on is told as saved, not as known", async () => {
  const vault = openVault({ model: answering({ conclusions: asConclusions(three.slice(2)) }) });
  const session = talk(vault, asTalk(three));
  const entry = { text: "Tea is my drink", file: "topics/cooking.md" };
  mkdirSync(join(vault.root, "topics"));
  writeFileSync(join(vault.root, entry.file), `- ${entry.text} [source:: ${session}]\n`);
  vault.db.sessions.addEvent(session, { type: "saved", message: 1, ...entry });
  expect(await digest(vault)).toMatchObject([
    {
      outcomes: [
        { status: "learned", text: "Oboe is my instrument" },
        { status: "saved", ...entry },
      ],
    },
  ]);
});
