import { expect, onTestFinished, test } from "vitest";
import { type Happening, onHappening } from "../../src/diagnostics.ts";
import { conclusion } from "./conclusions.ts";
import { answering, openVault, type VaultOptions } from "./open-vault.ts";
import { digest, talk } from "./talk.ts";

/** A conversation in which the messages of these numbers were saved at once, as they stand in a file. */
function useTalk(
  messages: readonly string[],
  whole: readonly number[],
  options: VaultOptions = {},
) {
  const heard: Happening[] = [];
  onTestFinished(
    onHappening((happening) => {
      if (happening.type === "skipped") heard.push(happening);
    }),
  );
  const model = answering({ conclusions: [conclusion("Plays the piano")] });
  const saved = whole.map((id) => messages[id - 1] ?? "");
  const vault = openVault({ model, ...options });
  const id = talk(vault, messages);
  for (const [i, text] of saved.entries()) {
    vault.db.sessions.addEvent(id, {
      ...{ type: "saved", message: whole[i] ?? 0, text, file: "general/2026-02.md" },
      isWhole: true,
    });
  }
  return { vault, id, model, heard };
}

const fileWith = (...texts: string[]) => ({
  "general/2026-02.md": `# February\n\n${texts.map((text) => `- ${text} (2026-02-12) #preference\n`).join("")}`,
});

test("no model is asked about a conversation of short preferences and courtesy; it is digested all the same", async () => {
  const messages = [
    "Hello!",
    "Hi.",
    "I love jazz",
    "Noted.",
    "No soporto el ruido",
    "Ok",
    "thanks, bye",
  ];
  const files = fileWith("I love jazz", "No soporto el ruido");
  const settings = { privacy: { saveTranscripts: true } };
  const { vault, id, model, heard } = useTalk(messages, [3, 5], { files, settings });
  expect(await digest(vault)).toMatchObject([{ session: id, learned: [], replaced: [] }]);
  expect([model.asked, heard]).toEqual([0, [{ type: "skipped", task: "extract" }]]);
  const after = vault.files();
  expect(after["general/2026-02.md"]).toBe(files["general/2026-02.md"]);
  expect(after["log/2026-02.md"]).toContain(`- session: ${id} `);
  expect(Object.keys(after).some((path) => path.startsWith("conversations/"))).toBe(true);
  expect(vault.db.sessions.find(id)?.state).toBe("closed");
  expect(vault.db.digestions.waiting()).toEqual([]);
  expect(await digest(vault)).toEqual([]);
});

test.each([
  ["another statement", ["I love jazz", "Ok", "I live in Reus"], [1]],
  ["a question", ["I love jazz", "Ok", "Which day is the concert?"], [1]],
  [
    "a yes, which may be to what the agent said",
    ["I love jazz", "You are vegan, right?", "yes"],
    [1],
  ],
  ["a no", ["I love jazz", "So you hate pop?", "no"], [1]],
  ["one that was not saved", ["I love jazz", "Ok", "I love tea"], [1]],
  ["courtesy alone", ["Hello", "Hi.", "thanks"], []],
])("a model is asked where a conversation held %s", async (_, messages, whole) => {
  const { vault, model, heard } = useTalk(messages, whole, { files: fileWith("I love jazz") });
  await digest(vault);
  expect([model.asked > 0, heard]).toEqual([true, []]);
});

test("what was saved beside other words of a message, as a model does, spares no model call", async () => {
  const { vault, id, model } = useTalk(["Remember that I love jazz, and I moved to Reus"], []);
  vault.db.sessions.addEvent(id, {
    ...{ type: "saved", message: 1, text: "I love jazz", file: "general/2026-02.md" },
  });
  await digest(vault);
  expect(model.asked).toBe(1);
});

test("shortcut.enabled false: the model is asked about short preferences too", async () => {
  const files = fileWith("I love jazz");
  const { vault, model, heard } = useTalk(["I love jazz"], [1], { files });
  const ports = {
    ...vault.ports,
    settings: { ...vault.ports.settings, shortcut: { enabled: false } },
  };
  await digest({ ports });
  expect([model.asked, heard]).toEqual([1, []]);
});

test("where the rules are the model nothing is spared, and where the model rests nothing waits", async () => {
  const files = fileWith("I love jazz");
  const { vault, heard } = useTalk(["I love jazz"], [1], { files });
  await digest({ ports: { ...vault.ports, model: vault.ports.offline } });
  expect(heard).toEqual([]);

  const resting = useTalk(["I love jazz"], [1], { files });
  for (let i = 0; i < 5; i++) resting.vault.db.modelErrors.note("fake", "it is busy");
  await digest(resting.vault);
  expect(resting.vault.db.digestions.waiting()).toEqual([]);
});

test("a preference that was taken back since is not learned from a conversation that held nothing else", async () => {
  const { vault, id, model } = useTalk(["I love jazz"], [1]);
  expect(await digest(vault)).toMatchObject([{ session: id, status: "nothing" }]);
  expect([model.asked, Object.keys(vault.files())]).toEqual([0, ["log/2026-02.md"]]);
});
