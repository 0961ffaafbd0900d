import { expect, test } from "vitest";
import { selectMemories } from "../../src/memory/select-memories.ts";
import { formatDigestBlock } from "../../src/vault/log/digest-log.ts";
import { useVault } from "../temp.ts";
import { filesIn, portsOf, runUpkeep } from "./upkeep-ports.ts";

test("what the log alone says was learned leaves as well, and what a person wrote, reworded or doubled never does", async () => {
  const line = (n: number, text = `Memory ${n}`): string =>
    `- ${text} (2026-01-${String(n).padStart(2, "0")})\n`;
  const numbers = [1, 2, 3, 4, 5, 6, 7];
  const own = `${line(1, "Memory 1, and my own words")}${line(2)}- Memory 2 (2026-01-02) #mine\n${line(8, "By hand")}`;
  const rest = [3, 4, 5, 6, 7].map((n) => line(n)).join("");
  const root = useVault({
    "topics/tea.md": own + rest,
    "topics/hand.md": line(3),
    "log/2026-01.md": formatDigestBlock({
      ...{ time: "2026-01-09T12:00:00Z", topic: "", summary: "", session: "S", agent: "loci" },
      ...{ person: null, modes: [], languages: [] },
      lines: numbers.map((n) => ({ type: "learned", text: `Memory ${n}`, file: "topics/tea.md" })),
    }),
  });
  const { steps } = await runUpkeep(portsOf(root));
  expect(steps.map(({ text, file }) => `${file} ${text}`)).toEqual([
    "topics/tea.md Memory 3",
    "topics/tea.md Memory 4",
    "topics/tea.md Memory 5",
  ]);
  expect(filesIn(root)["topics/tea.md"]).toBe(own + line(6) + line(7));
  expect(filesIn(root)["topics/hand.md"]).toBe(line(3));
  expect((await runUpkeep(portsOf(root, { prune: { max: 1 } }))).steps).toHaveLength(1);
});

test("of a line that was pruned, the log still says where it was learned", async () => {
  const file = [1, 2, 3].map((n) => `- Memory ${n} (2026-01-0${n})\n`).join("");
  const root = useVault({
    "topics/tea.md": file,
    "log/2026-01.md": formatDigestBlock({
      ...{ time: "2026-01-09T12:00:00Z", topic: "", summary: "", session: "S", agent: "loci" },
      ...{ person: null, modes: [], languages: [] },
      lines: [1, 2, 3].map((n) => ({
        ...({ type: "learned", text: `Memory ${n}`, file: "topics/tea.md" } as const),
      })),
    }),
  });
  await runUpkeep(portsOf(root));
  expect(filesIn(root)["archive/topics/tea.md"]).toContain("- Memory 1 (2026-01-01) [archived:: ");
  const found = selectMemories({ root }, { allPeople: true }, { sessions: ["S"] });
  expect(found.map(({ file, text }) => `${file} ${text}`)).toEqual([
    "archive/topics/tea.md Memory 1",
    "topics/tea.md Memory 2",
    "topics/tea.md Memory 3",
  ]);
});
