import { expect, test } from "vitest";
import { outcomesOf } from "../outcomes.ts";
import { conclusion } from "./conclusions.ts";
import { answering, openVault } from "./open-vault.ts";
import { digest, type Said, talk } from "./talk.ts";

test("private data stays out of memories, quotes and the summary where it is set so, and on the device", async () => {
  const model = answering({
    summary: "My mail ana@example.org.",
    conclusions: [conclusion("My mail is [e-mail]")],
  });
  const privacy = { anonymize: "all", saveTranscripts: true } as const;
  const vault = openVault({ model, settings: { privacy } });
  talk(vault, ["My mail is ana@example.org", "ok"]);
  await digest(vault);
  const texts = Object.values(vault.files()).join("");
  expect(Object.keys(vault.files())).toHaveLength(3);
  expect(texts).toContain("- My mail is ");
  expect(texts + JSON.stringify(model.requests)).not.toContain("example.org");
  expect(model.requests).toHaveLength(1);
});

test("transcripts are kept only where the setting for typed or spoken words says so", async () => {
  const messages: Said[] = [
    "# typed <b>words</b>",
    "fine",
    { content: "spoken words", mode: "voice" },
    { content: "good", mode: "voice" },
  ];
  const kept = async (privacy: Record<string, boolean>) => {
    const vault = openVault({ settings: { privacy }, model: answering({}) });
    talk(vault, messages, { person: "ana" });
    await digest(vault);
    return Object.entries(vault.files());
  };
  expect(await kept({})).toEqual([]);
  const [[path, typed] = ["", ""]] = await kept({ saveTranscripts: true });
  expect(path).toMatch(/^conversations\/2026-02-12-\w{26}\.md$/);
  expect(typed).toBe(
    "# Conversation of 2026-02-12\n\n**ana** 12:00\n\n> \\# typed \\<b\\>words\\</b\\>\n\n**loci** 12:00\n\n> fine\n",
  );
  const [[, spoken] = ["", ""]] = await kept({ saveVoiceTranscripts: true });
  expect(spoken).toContain("> spoken words\n");
  expect(spoken).not.toContain("typed");
});

test("what is left out is not named beside a secret, where only the whole message tells that it is one", async () => {
  const vault = openVault({
    model: answering({ conclusions: [conclusion("bluefish22 for everybody", { quote: "never" })] }),
  });
  talk(vault, ["The wifi password is:\n\nbluefish22 for everybody here", "ok"]);
  const [digested] = await digest(vault);
  expect(outcomesOf(digested, "kept")).toMatchObject([{ text: "…" }]);
  expect(JSON.stringify([vault.files(), vault.db.sessions.resolved(null)])).not.toContain(
    "bluefish22",
  );
});

test("a password that the person told is saved, marked as secret, and in no log and no summary", async () => {
  const said = "the wifi password for guests is bluefish22";
  const text = "Guests use bluefish22 for the wifi";
  const summary = "the wifi password bluefish22";
  const conclusions = [conclusion(text, { quote: said })];
  const vault = openVault({ model: answering({ summary, conclusions }) });
  const id = talk(vault, [said]);
  expect(await digest(vault)).toMatchObject([
    { status: "digested", outcomes: [{ status: "learned", text }] },
  ]);
  const { "log/2026-02.md": log = "", ...files } = vault.files();
  expect(Object.values(files).join("")).toContain(`- ${text} (2026-02-12)`);
  expect(Object.values(files).join("")).toContain(`[sensitivity:: secret]`);
  expect(Object.values(files).join("")).toContain(`[source:: ${id}]`);
  expect(log).not.toContain("bluefish22");
  expect(JSON.stringify(vault.db.sessions.resolved(null))).not.toContain("bluefish22");
});

test.each([
  ["en", "The wifi password is on the card. It's bluefish22", "It's bluefish22"],
  ["es", "La clave de la API está en la tarjeta. Es pezazul22", "Es pezazul22"],
  ["fr", "La clé de l'API est sur la carte. C'est poissonbleu22", "C'est poissonbleu22"],
  ["de", "Der API-Schlüssel steht auf der Karte. Es ist blaufisch22", "Es ist blaufisch22"],
])(
  "without a model, a secret that is told in %s after its name stands in its own marked line alone: %j",
  async (language, said, line) => {
    const beside = "My sister Ann lives in York";
    const vault = openVault({});
    talk(vault, [{ content: said, language }, "ok", { content: beside }]);
    const [digested] = await digest({ ports: { ...vault.ports, model: undefined } });
    const lines = Object.values(vault.files()).join("\n").split("\n");
    const value = line.split(" ").at(-1) ?? "";
    expect(lines.filter((one) => one.includes(value))).toEqual([
      expect.stringMatching(`^- ${line} .*\\[sensitivity:: secret\\]$`),
    ]);
    const ofSister = lines.filter((one) => one.startsWith(`- ${beside}`));
    expect(ofSister).toEqual([expect.not.stringContaining("sensitivity")]);
    expect(JSON.stringify(outcomesOf(digested, "kept"))).not.toContain(value);
    expect(JSON.stringify(vault.db.sessions.resolved(null))).not.toContain(value);
  },
);

test.each([
  ["the same", "It's bluefish22"],
  ["an older one", "It's bluefish99"],
])("a secret that is told again, %s, is in no log", async (_, again) => {
  const model = undefined;
  const vault = openVault({});
  talk(vault, ["I changed the wifi password. It's bluefish22"]);
  await digest({ ports: { ...vault.ports, model } });
  talk(vault, [`I changed the wifi password. ${again}`]);
  const [digested] = await digest({ ports: { ...vault.ports, model } });
  expect(vault.files()["log/2026-02.md"]).not.toMatch(/bluefish/);
  expect(JSON.stringify(outcomesOf(digested, "kept"))).not.toMatch(/bluefish/);
});

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
      outcomes: [
        { status: "learned", text: "Oboe is my instrument" },
        { status: "kept", text: "…", reason: "not saved, forgotten since" },
      ],
    },
  ]);

  talk(vault, said);
  const before = { ...vault.ports, forgotten: forgottenAt(at - 1) };
  expect(await digest({ ports: before })).toMatchObject([
    { outcomes: [{ status: "learned", text: "Lives in Valls" }, { status: "known" }] },
  ]);
});

test("what another person forgot in the same words is learned", async () => {
  const vault = openVault({ model: answering({ conclusions: found }) });
  talk(vault, said, { person: "bea" });
  const forgottenBy = (person: string) => async () => (mark: string) =>
    mark === `@${person} I live in Valls` ? Number.MAX_SAFE_INTEGER : undefined;
  expect(await digest({ ports: { ...vault.ports, forgotten: forgottenBy("ana") } })).toMatchObject([
    { outcomes: [{ text: "Lives in Valls" }, { text: "Oboe is my instrument" }] },
  ]);
  talk(vault, said, { person: "bea" });
  expect(await digest({ ports: { ...vault.ports, forgotten: forgottenBy("bea") } })).toMatchObject([
    { outcomes: [{ text: "…", reason: "not saved, forgotten since" }, { status: "known" }] },
  ]);
});
