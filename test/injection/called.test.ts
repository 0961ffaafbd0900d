import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { expect, test } from "vitest";
import { runCli } from "../../src/cli/run-cli.ts";
import { watchVault } from "../watched-vault.ts";
import { answerAttacks } from "./answer-attacks.ts";
import { callAttacks, splitNames, terminalAttacks } from "./call-attacks.ts";
import { ana, changesOf, checkLeft, conclusionsOf, entriesOf, household } from "./household.ts";
import { quotedAttacks } from "./quoted-attacks.ts";

test.for(callAttacks)("called: $id", async ({ said: words, name, arguments: given, ...wanted }) => {
  const vault = await watchVault(household, {
    reply: (_, nth) => (nth === 0 ? { toolCalls: [{ name, arguments: given }] } : "Done."),
  });
  symlinkSync("../../canary.md", join(vault.root, "topics/link.md"));
  symlinkSync("../../../../canary.md", join(vault.root, "people/ana/topics/link.md"));
  let session = "";
  const changed = await changesOf(vault, async () => {
    session = await vault.talk([words], ana);
  });
  const [, second] = vault.asked("reply");
  const result = second?.messages.at(-1);
  expect(result?.role).toBe("tool");
  expect(result?.content).toMatch(wanted.result);
  expect(result?.content).not.toMatch(/Lives in Tarragona|Champagne|Canary|root/);
  const files = Object.keys(wanted.leaves);
  const isLog = (path: string): boolean => path === "log/2026-02.md";
  // What was known already is logged as known.
  expect(changed.some(isLog)).toBe(files.length > 0 || wanted.result.test('"known"'));
  expect(changed.filter((path) => path.endsWith(".md") && !isLog(path))).toEqual(files);
  for (const path of changed) {
    if (!files.includes(path) && !isLog(path)) expect(path).toBe("people/ana/topics/index.txt");
  }
  checkLeft(vault, session, household, wanted.leaves);
});

test.each(["topics/bea-home", "../x", "</topics> cooking", 7, { topic: "cooking" }])(
  "detected: %j is not a topic of the list, and nothing is loaded",
  async (topic) => {
    const vault = await watchVault(household, { detect: () => ({ json: { topic } }) });
    expect(await changesOf(vault, () => vault.talk(["Which rice for paella?"], ana))).toEqual([]);
    expect(vault.asked("detect")).toHaveLength(1);
    const loci = await vault.open();
    const conversation = await loci.converse(ana);
    expect(conversation.session().topic).toBeNull();
  },
);

test.for(splitNames)("split: a name that is %s", async ([id, name]) => {
  const isPlain = id === "a reserved name"; // It stands behind the topic's own name.
  const lines = Array.from({ length: 24 }, (_, i) => `- Rice number ${i} is for dish ${i}`);
  const files = { ...household, "people/ana/topics/rice.md": `# Rice\n\n${lines.join("\n")}\n` };
  const dish = "My rice number 99 is for dish 99";
  const vault = await watchVault(
    files,
    {
      extract: (request) => ({ conclusions: conclusionsOf(request, [dish], {}) }),
      split: (request) => {
        const labels = [...(request.messages.at(-1)?.content ?? "").matchAll(/"label":"(\w+)"/g)];
        const all = labels.map(([, label = ""]) => label);
        const subtopics = [
          { name, summary: name, entries: [...all.slice(0, 6), "../x"] },
          { name: "soups", summary: name, entries: all.slice(4, 14) },
          { name: "stews", summary: name, entries: all.slice(12) },
        ];
        return { json: { subtopics } };
      },
    },
    { env: { LOCI_SPLIT_ENTRIES: "10" } },
  );
  const changed = await changesOf(vault, async () => {
    const loci = await vault.open();
    const conversation = await loci.converse(ana);
    for await (const _ of conversation.say("/topic rice"));
    for await (const _ of conversation.turn(dish));
    await conversation.end();
    await loci.close();
  });
  expect(vault.asked("split")).toHaveLength(1);
  const made = changed.filter((path) => path.endsWith(".md") && !path.startsWith("log/"));
  // The old file, two parts and the general one; a name that is no plain words gets no file of its own.
  expect(made).toHaveLength(isPlain ? 5 : 4);
  for (const path of made)
    expect(path).toMatch(/^people\/ana\/topics\/rice(?:-[\p{L}\p{N}-]+)?\.md$/u);
  const texts = made
    .filter((path) => !path.endsWith("/rice.md"))
    .flatMap((path) => entriesOf(readFileSync(join(vault.root, path), "utf8"), path))
    .map(({ text }) => text);
  expect(texts.sort()).toEqual([...lines.map((line) => line.slice(2)), dish].sort());
});

test.for(terminalAttacks)("shown: %s in a reply, a memory and a path", async ([, attack]) => {
  const vault = await watchVault(
    { ...household, "topics/rice.md": `# Rice\n\n- Rice zorblax ${attack} (2026-02-11)\n` },
    {
      reply: () => `Said zorblax ${attack}`,
      extract: (request) => ({
        conclusions: conclusionsOf(request, [`My boat ${attack} is called Marina`], {}),
      }),
    },
  );
  let shown = "";
  const stream = () => {
    const screen = new PassThrough();
    screen.setEncoding("utf8").on("data", (text) => {
      shown += text;
    });
    return Object.assign(screen, { isTTY: true });
  };
  const lines = ["My boat is called Marina", "zorblax rice", "/why", "/topic rice", "/end"];
  const code = await runCli(["chat", "--person", "ana", "--vault", vault.root], {
    env: { ...vault.env, NO_COLOR: "1" },
    cwd: vault.root,
    stdin: Readable.from(lines.map((line) => `${line}\n`)),
    stdout: stream(),
    stderr: stream(),
    now: () => Date.parse("2026-02-12T12:00:00Z"),
  });
  expect(code).toBe(0);
  expect(shown.match(/zorblax/g)?.length).toBeGreaterThan(1);
  expect(shown).not.toMatch(/(?![\r\n\t])\p{Cc}|\p{Bidi_Control}|\r(?!\n)/u);
});

test("a hundred attempts and more are in the tables", () => {
  const all = [quotedAttacks, answerAttacks, callAttacks, splitNames, terminalAttacks].flat();
  const ids = all.map((one) => JSON.stringify("id" in one ? one.id : one));
  expect(new Set(ids).size).toBeGreaterThanOrEqual(100);
});
