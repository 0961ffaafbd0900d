import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { conclusion } from "./conclusions.ts";
import { answering, openVault } from "./open-vault.ts";
import { digest, talk } from "./talk.ts";

const found = [
  conclusion("Lives in Valls", { quote: "I live in Valls." }),
  conclusion("Oboe is my instrument"),
];
const said = ["I live in Valls. Tea is my drink.", "ok", "Oboe is my instrument", "ok"];

test.each([
  ["as it would be learned", "Lives in Valls"],
  ["as it was said", "I live in Valls"],
])("a text forgotten since it was said, %s, is not learned", async (_, forgotten) => {
  const vault = openVault({ model: answering({ conclusions: found }) });
  const session = talk(vault, said);
  const { at = 0 } = vault.db.sessions.messages(session)[0] ?? {};
  const forgottenAt = (ms: number) => async () => (text: string) =>
    text === forgotten ? ms : undefined;
  const ports = { ...vault.ports, forgotten: forgottenAt(at + 1) };
  expect(await digest({ ports })).toMatchObject([
    {
      learned: [{ text: "Oboe is my instrument" }],
      leftOut: [{ text: "…", reason: "not saved, forgotten since" }],
    },
  ]);

  talk(vault, said);
  const before = { ...vault.ports, forgotten: forgottenAt(at - 1) };
  expect(await digest({ ports: before })).toMatchObject([
    { learned: [{ text: "Lives in Valls" }] },
  ]);
});

test("what another person forgot in the same words is learned", async () => {
  const vault = openVault({ model: answering({ conclusions: found }) });
  talk(vault, said, { person: "bea" });
  const forgottenBy = (person: string) => async () => (mark: string) =>
    mark === `@${person} I live in Valls` ? Number.MAX_SAFE_INTEGER : undefined;
  expect(await digest({ ports: { ...vault.ports, forgotten: forgottenBy("ana") } })).toMatchObject([
    { learned: [{ text: "Lives in Valls" }, { text: "Oboe is my instrument" }] },
  ]);
  talk(vault, said, { person: "bea" });
  expect(await digest({ ports: { ...vault.ports, forgotten: forgottenBy("bea") } })).toMatchObject([
    { learned: [], leftOut: [{ text: "…", reason: "not saved, forgotten since" }] },
  ]);
});

test("what was saved while the conversation went on is told as saved, not as known", async () => {
  const vault = openVault({ model: answering({ conclusions: found.slice(1) }) });
  const session = talk(vault, said);
  const entry = { text: "Tea is my drink", file: "topics/cooking.md" };
  mkdirSync(join(vault.root, "topics"));
  writeFileSync(join(vault.root, entry.file), `- ${entry.text} [source:: ${session}]\n`);
  vault.db.sessions.addEvent(session, { type: "saved", message: 1, ...entry });
  expect(await digest(vault)).toMatchObject([
    { learned: [{ text: "Oboe is my instrument" }], known: [], saved: [entry] },
  ]);
});
