import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openLoci } from "../../src/app/loci.ts";
import type { Memory } from "../../src/memory/remember.ts";
import { conclusionsOf } from "../injection/household.ts";
import { cleanEnv, runLoci } from "../run-loci.ts";
import { useVault } from "../temp.ts";
import { watchVault } from "../watched-vault.ts";

const text = "Prefers bomba rice for paella";

test("loci remember saves one text once, whichever topic is named, and points at its line", async () => {
  const root = useVault({ "loci.yaml": "" });
  const remember = async (...args: string[]) => {
    const { stdout } = await runLoci(["remember", ...args, "--vault", root, "--json"]);
    return JSON.parse(stdout);
  };
  const first = await remember(text, "--topic", "cooking");
  expect(first).toMatchObject({ status: "saved", file: "topics/cooking.md" });
  const there = { ...first, status: "known" };
  expect(await remember("prefers  BOMBA rice for paella.", "--topic", "rice")).toEqual(there);
  expect(await remember("I prefer bomba rice for the paella.")).toEqual(there);
  expect(await remember(text, "--person", "ana")).toEqual(there);
});

async function known(files: Record<string, string>, memory: Partial<Memory> & { text: string }) {
  const root = useVault({ "loci.yaml": "", ...files });
  const loci = await openLoci({
    root,
    env: cleanEnv(),
    now: () => Date.parse("2026-11-21T11:00:00Z"),
    report: () => {},
  });
  const [saved] = await loci.memory.remember([{ topic: "new", ...memory }]);
  await loci.close();
  return `${saved?.status} ${saved?.file}`;
}

const line = `- ${text}\n`;
const struck = `- ~~${text}~~ (2026-01-01) [superseded:: ^x1]\n- Likes risotto ^x1\n`;
const bens = `- ${text} (2026-01-01) [person:: ben]\n`;

test.each<[string, string, string, Partial<Memory>, string]>([
  ["a note of theirs", "people/ana/topics/a.md", line, { person: "ana" }, "known"],
  ["a month's file", "general/2026-01.md", line, {}, "known"],
  ["an agent's, for that agent", "agents/chef/topics/a.md", line, { agent: "chef" }, "known"],
  ["somebody else's", "people/ben/topics/a.md", line, { person: "ana" }, "saved"],
  ["a person's, for nobody", "people/ana/topics/a.md", line, {}, "saved"],
  ["a shared line of somebody else", "topics/a.md", bens, { person: "ana" }, "saved"],
  ["what is struck", "topics/a.md", struck, {}, "saved"],
  ["what is archived", "archive/topics/a.md", line, {}, "saved"],
  ["the opposite", "topics/a.md", "- Does not prefer bomba rice for paella\n", {}, "saved"],
  ["another number", "topics/a.md", "- Prefers 2 bomba rice for paella\n", {}, "saved"],
  ["only stop words", "topics/a.md", "- It is what it is\n", { text: "It is what it is" }, "known"],
])("remember() and %s", async (_, file, words, memory, status) => {
  const folder = memory.person === undefined ? "" : `people/${memory.person}/`;
  const path = status === "known" ? file : `${folder}topics/new.md`;
  expect(await known({ [file]: words }, { text, ...memory })).toBe(`${status} ${path}`);
});

test("a line of a hundred alike is known, by the tool and by digestion too", async () => {
  const alike = Array.from({ length: 100 }, (_, i) => `- Prefers bomba rice for paella ${i}`);
  const vault = await watchVault(
    {
      "topics/many.md": `# Many\n\n${alike.join("\n")}\n`,
      "topics/one.md": `# One\n\n- ${text}\n`,
    },
    {
      reply: (_, nth) =>
        nth === 0
          ? { toolCalls: [{ name: "remember", arguments: { text, topic: "other" } }] }
          : "Fine.",
      extract: (request) => ({
        conclusions: conclusionsOf(request, ["I prefer bomba rice for paella"], {
          text: "Prefer bomba rice for paella",
        }),
      }),
    },
  );
  await vault.talk(["I prefer bomba rice for paella"]);
  expect(readFileSync(join(vault.root, "topics/one.md"), "utf8")).toBe(`# One\n\n- ${text}\n`);
  const result = vault.asked("reply").at(-1)?.messages.at(-1)?.content ?? "";
  expect(JSON.parse(result)).toMatchObject({ status: "known", file: "topics/one.md" });
  const log = readFileSync(join(vault.root, "log/2026-02.md"), "utf8");
  expect(log).toContain(`- known: ${text}`);
  expect(log).not.toContain("learned");
});
