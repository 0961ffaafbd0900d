import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openLoci } from "../../src/app/loci.ts";
import { cleanEnv } from "../run-loci.ts";
import { useTempFolder } from "../temp.ts";

const files = {
  "loci.yaml": "",
  "people/ana/topics/life.md": `# Life

- Drinks her coffee black
- Lives in Reus (2024-02-01) [key:: home_city]
- Lives in Lisbon (2026-10-01) [key:: home_city]
- Allergic to penicillin (2020-01-01) [importance:: 1]
- Prefers short answers (2026-01-01) #preference
- The safe opens with 4711 [sensitivity:: secret] [importance:: 1]
- Works at Siemens (2025-01-01) [key:: employer]
- Eva turns forty on 9 March 2027 [key:: sister_birthday]
- Born on 3 May 1984 [key:: birthday]
`,
  "people/ben/topics/life.md":
    "# Life\n\n- Ben is in debt debtword [importance:: 1]\n- Lives in Ghent [key:: home_city]\n",
  "topics/house.md":
    "# House\n\n- The boiler is in the cellar [importance:: 0.9]\n- Afraid of dogs dogword [person:: ben]\n",
};

/** What somebody is answered, offline. */
async function ask(question: string, person: string | null, language = "en"): Promise<string> {
  const root = useTempFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const now = (): number => Date.parse("2026-11-23T12:00:00Z");
  const loci = await openLoci({ root, env: cleanEnv(), now, report: () => {} });
  onTestFinished(() => loci.close());
  const conversation = await loci.converse({ language, ...(person === null ? {} : { person }) });
  let text = "";
  for await (const event of conversation.turn(question)) {
    if (event.type === "delta") text += event.text;
  }
  return text;
}

test.each([
  ["en", "what do you know about me?"],
  ["es", "¿qué sabes de mí?"],
  ["ca", "què saps de mi?"],
  ["fr", "que sais-tu de moi ?"],
  ["de", "was weißt du über mich"],
  ["pt", "o que sabes sobre mim"],
  ["it", "che cosa sai di me?"],
])(
  "a person who asks in %s %j hears at most six lines of their own, and no secret",
  async (language, question) => {
    const lines = (await ask(question, "ana", language)).trim().split("\n");
    expect(lines.length).toBeLessThanOrEqual(6);
    expect(lines[0]).toContain("Allergic to penicillin");
    expect(lines.join("\n")).toContain("Lives in Lisbon");
    expect(lines.join("\n")).not.toMatch(/Reus|4711|debtword|dogword|boiler/);
  },
);

test("nobody named hears nothing of the house or of another person as if it were about them", async () => {
  const lines = await ask("what do you know about me?", null);
  expect(lines).not.toMatch(/penicillin|Lisbon|debtword|dogword|boiler/);
});

test.each([
  ["pt", "onde é que eu moro", "Lives in Lisbon"],
  ["fr", "où est-ce que j'habite", "Lives in Lisbon"],
  ["de", "wo wohne ich eigentlich", "Lives in Lisbon"],
  ["en", "who do i work for again", "Works at Siemens"],
  ["ca", "quan és el meu aniversari", "Born on 3 May 1984"],
  ["it", "quando è il mio compleanno", "Born on 3 May 1984"],
])(
  "in %s %j is answered by one line of one's own in other words",
  async (language, question, line) => {
    const answer = (await ask(question, "ana", language)).trim();
    expect(answer.split("\n")).toHaveLength(1);
    expect(answer).toContain(line);
  },
);

test.each(["when is Ben's birthday", "when is my son's birthday", "where does ben live"])(
  "%j is not answered with somebody else's line",
  async (question) => {
    expect(await ask(question, "ana")).toBe("I have nothing about that.");
  },
);
