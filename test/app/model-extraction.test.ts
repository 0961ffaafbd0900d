import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Conclusion } from "../../src/digest/gates/gates.ts";
import { conclusion } from "../digest/conclusions.ts";
import type { ChatRequest } from "../models/chat-rules.ts";
import { type Script, watchVault } from "../watched-vault.ts";

/** Good answers of a model on a server, played back by a strict one: what becomes of them. */

const files = {
  "topics/teeth.md": "---\ntitle: Teeth\nsummary: dentist and check-ups\n---\n\n- Brush twice\n",
  "topics/garden.md": "---\ntitle: Garden\n---\n\n- Sow peas in March\n",
  "people/ana/topics/running.md":
    "---\ntitle: Laufen\naliases: [running]\n---\n\n- Sonntags lange Runde\n",
  "people/ben/topics/party.md": "---\ntitle: Party for Ana\nsummary: a surprise\n---\n\n- Cake\n",
  "agents/loci/topics/tone.md": "---\ntitle: Tone\n---\n\n- Be brief\n",
};

const said = [
  "The dentist moved my check-up to friday next week, half past four",
  "Last month we moved to Lisbon",
  "The rent of the flat is nine hundred and fifty euros",
  "Our landlord is called Tiago",
  "The spare key of the flat is with the baker",
  "Heute bin ich zehn Kilometer in fünfundfünfzig Minuten gelaufen",
  "Remind me, what did Ben say about the party?",
];

const at = (message: number): string => said[message - 1] ?? "";
const learned: readonly Conclusion[] = [
  conclusion("The dentist moved Ana's check-up to 2026-02-20 at 16:30", {
    quote: at(1),
    topic: "teeth",
  }),
  conclusion("Ana moved to Lisbon in 2026-01", { quote: at(2), key: "home_city", topic: null }),
  conclusion("The rent of the flat is 950 euros", { quote: at(3), topic: "Lisbon flat" }),
  conclusion("Ana's landlord is called Tiago", { quote: at(4), topic: "lisbon flat" }),
  conclusion("The spare key of the flat is with the baker", {
    quote: at(5),
    topic: "Lisbon flat",
  }),
  conclusion("Ana ist am 2026-02-12 10 Kilometer in 55 Minuten gelaufen", {
    quote: at(6),
    topic: "running",
  }),
];
const wrong: readonly Conclusion[] = [
  conclusion("Ana owns a yacht in Cascais", { quote: at(2), topic: "boats" }),
  conclusion("Ben plans a party", { quote: at(7), topic: "party" }),
  conclusion("The alarm code is 4711", { quote: at(5), sensitivity: "secret" }),
];

const read = (root: string, path: string): string => readFileSync(join(root, path), "utf8");

const play = async (conclusions: readonly Conclusion[]) => {
  const script: Script = { extract: () => ({ summary: "Moved to Lisbon", conclusions }) };
  const vault = await watchVault(files, script);
  await vault.talk(said, { person: "ana" });
  expect(vault.server.violations).toEqual([]);
  expect(vault.reports).toEqual([]);
  return vault;
};

test("each conclusion goes to the topic that the model named for it, or where it belongs by itself", async () => {
  const { root } = await play(learned);
  expect(read(root, "topics/teeth.md")).toMatch(
    /- The dentist moved Ana's check-up to 2026-02-20 at 16:30 \(2026-02-12\).*\[person:: ana\]/,
  );
  expect(read(root, "people/ana/topics/running.md")).toContain("10 Kilometer in 55 Minuten");
  const flat = read(root, "people/ana/topics/lisbon-flat.md");
  expect(flat).toMatch(/^---\ntitle: Lisbon flat\n/);
  expect(flat.match(/^- /gm)).toHaveLength(3);
  expect(read(root, "people/ana/general/2026-02.md")).toMatch(
    /- Ana moved to Lisbon in 2026-01 \(2026-02-12\).*\[key:: home_city\]/,
  );
  for (const path of ["topics/garden.md", "people/ben/topics/party.md"])
    expect(read(root, path)).toBe(files[path as keyof typeof files]);
});

test("days that the model left as they were said become dates", async () => {
  const { root } = await play([
    conclusion("The dentist moved Ana's check-up to friday next week at 16:30", {
      quote: at(1),
      kind: "plan",
      topic: "teeth",
    }),
    conclusion("Ana moved to Lisbon last month", { quote: at(2), topic: null }),
  ]);
  expect(read(root, "topics/teeth.md")).toMatch(/2026-02-20 at 16:30/);
  expect(read(root, "people/ana/general/2026-02.md")).toContain("Ana moved to Lisbon in 2026-01");
});

test("each conclusion that is not kept stands in the log with its reason, secrets without their words", async () => {
  const { root } = await play([...learned, ...wrong.slice(0, 2)]);
  const log = read(root, "log/2026-02.md");
  expect(log).toContain("- kept: Ana owns a yacht in Cascais (not saved, not supported)\n");
  expect(log).toContain("- kept: Ben plans a party (not saved, a question)\n");
  expect(log.match(/^- learned: /gm)).toHaveLength(learned.length);
  const telling = read((await play([...learned, ...wrong])).root, "log/2026-02.md");
  expect(telling.match(/^- kept: … \(not saved, not supported\)$/gm)).toHaveLength(2);
  expect(telling).not.toMatch(/4711|yacht/);
});

test("the model is shown the topics that the person may see, and who speaks", async () => {
  const { asked } = await play([]);
  const [request] = asked("extract");
  const [system, user] = request?.messages.map(({ content }) => content) ?? [];
  const topics = linesIn(user, "topics");
  const teeth = { topic: "teeth", summary: "dentist and check-ups" };
  expect(topics).toContainEqual(expect.objectContaining(teeth));
  expect(topics).toContainEqual(expect.objectContaining({ topic: "running", title: "Laufen" }));
  expect(topics.map(({ topic }) => topic).toSorted()).toEqual(["garden", "running", "teeth"]);
  expect(linesIn(user, "speaker")).toEqual([{ name: "Ana" }]);
  expect(linesIn(user, "conversation")[0]).toEqual({ id: 1, role: "user", content: said[0] });
  // What changes from one conversation to the next stands after what does not.
  expect(system).not.toMatch(/teeth.*check-ups/);
  const { json_schema: format } = strictFormat(request);
  expect(format.strict).toBe(true);
  expect(JSON.stringify(format.schema)).toMatch(/"required":\["text",[^\]]*"topic"\]/);
});

function linesIn(text: string | null | undefined, tag: string): Record<string, unknown>[] {
  const [, lines = ""] = new RegExp(`<${tag}>\n(.*?)\n</${tag}>`, "s").exec(text ?? "") ?? [];
  return lines.split("\n").map((line) => JSON.parse(line) as Record<string, unknown>);
}

function strictFormat(request: ChatRequest | undefined) {
  const format = request?.response_format;
  if (format?.type !== "json_schema") throw new Error("no schema was sent");
  return format;
}
