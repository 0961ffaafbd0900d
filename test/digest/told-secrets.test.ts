import { expect, test } from "vitest";
import { conclusion } from "./conclusions.ts";
import { answering, openVault } from "./open-vault.ts";
import { digest, talk } from "./talk.ts";

test("a password that the person told is saved, marked as secret, and in no log and no summary", async () => {
  const said = "the wifi password for guests is bluefish22";
  const text = "The wifi password for guests is bluefish22";
  const summary = "the wifi password bluefish22";
  const vault = openVault({ model: answering({ summary, conclusions: [conclusion(text)] }) });
  const id = talk(vault, [said]);
  expect(await digest(vault)).toMatchObject([{ status: "digested", learned: [{ text }] }]);
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
    expect(JSON.stringify(digested?.leftOut)).not.toContain(value);
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
  expect(JSON.stringify(digested?.leftOut)).not.toMatch(/bluefish/);
});
