import { expect, test } from "vitest";
import { useVault, writeFiles } from "../temp.ts";
import { filesIn, portsOf, runUpkeep } from "./upkeep-ports.ts";

const lived = (where: string, day: string, more = ""): string =>
  `- Lives in ${where} (${day}) [source:: s1] [key:: home_city]${more}\n`;

const upkeep = (root: string, options: Parameters<typeof portsOf>[1] = {}) =>
  runUpkeep(portsOf(root, { settle: true, prune: { enabled: false }, ...options }));

test("of what fills one slot the newest counts; what is older is struck where it stands, and names it", async () => {
  const root = useVault({
    "topics/home.md": `# Home\r\n\r\n${lived("Lleida", "2024-01-02")}${lived("Vic", "2025-01-02", " #town")}- Has  a cat\r\n`,
    "topics/city.md": lived("Reus", "2026-01-02", " ^now"),
  });
  const run = await upkeep(root);
  expect(run.steps).toMatchObject([
    { type: "strike", text: "Lives in Lleida", by: "now" },
    { type: "strike", text: "Lives in Vic", by: "now" },
  ]);
  expect(filesIn(root)).toEqual({
    "topics/city.md": lived("Reus", "2026-01-02", " ^now"),
    "topics/home.md": [
      "# Home\r\n\r\n",
      "- ~~Lives in Lleida~~ (2024-01-02) [source:: s1] [key:: home_city] [superseded:: ^now]\n",
      "- ~~Lives in Vic~~ (2025-01-02) [source:: s1] [key:: home_city] [superseded:: ^now] #town\n",
      "- Has  a cat\r\n",
    ].join(""),
  });
  expect((await upkeep(root)).steps).toEqual([]);
});

test.each([
  ["of the same day", lived("Vic", "2026-01-02")],
  ["of another person", lived("Vic", "2025-01-02", " [person:: ben]")],
  ["of another bank", lived("Vic", "2025-01-02", " [bank:: Work]")],
  ["of another slot", lived("Vic", "2025-01-02").replace("home_city", "birthplace")],
  ["written by hand", lived("Vic", "2025-01-02").replace("[source:: s1] ", "")],
  ["without a day", "- Lives in Vic [source:: s1] [key:: home_city]\n"],
  ["that is protected", lived("Vic", "2025-01-02", " #protected")],
  ["of importance 1", lived("Vic", "2025-01-02", " [importance:: 1]")],
  ["that is secret", lived("Vic", "2025-01-02", " [sensitivity:: secret]")],
  ["that is a summary", lived("Vic", "2025-01-02", " [summarizes:: ^a ^b]")],
  ["under a heading of one's own", `## Then\n\n${lived("Vic", "2025-01-02")}`],
])("what is %s stays", async (_, line) => {
  const root = useVault({ "topics/a.md": lived("Reus", "2026-01-02"), "topics/b.md": line });
  const before = filesIn(root);
  expect((await upkeep(root)).steps).toEqual([]);
  expect(filesIn(root)).toEqual(before);
});

test("what is about health is struck for no key: two allergies may have been given one", async () => {
  const line = (what: string, day: string): string =>
    `- Allergic to ${what} (${day}) [source:: s1] [bank:: Health] [key:: allergy]\n`;
  const root = useVault({ "topics/a.md": line("nuts", "2024-01-02") + line("cats", "2026-01-02") });
  expect((await upkeep(root)).steps).toEqual([]);
});

test("a newer line that is over, struck, or of a day to come stands for nothing", async () => {
  const root = useVault({
    "topics/a.md":
      lived("Vic", "2024-01-02") +
      lived("Reus", "2025-01-02", " [until:: 2025-06-01]") +
      lived("Valls", "2026-01-02", " [superseded:: ^x]") +
      lived("Flix", "2062-01-02") +
      "- [ ] Ask about a flat in Reus (2026-02-03) [source:: s] [key:: home_city]\n" +
      "- Drives a Seat (2025-01-01) [source:: s] [key:: ]\n" +
      "- Plays cello (2026-01-01) [source:: s] [key:: ]\n",
  });
  expect((await upkeep(root)).steps).toEqual([]);
});

test("a dry run says what the run does; off, nothing is struck; a scope that would lose much is left alone", async () => {
  const text = ["2023", "2024", "2025", "2026"].map((year) => lived(`V${year}`, `${year}-01-02`));
  const root = useVault({ "topics/a.md": text.join("") });
  expect((await upkeep(root, { settle: false })).steps).toEqual([]);
  const much = await upkeep(root, { maxShare: 0.1, prune: { enabled: false, max: 10, batch: 1 } });
  expect(much).toMatchObject({ steps: [], refused: [{ task: "settle", scope: "" }] });
  const dry = await runUpkeep(portsOf(root, { settle: true, prune: { enabled: false } }), {
    isDryRun: true,
  });
  expect(filesIn(root)["topics/a.md"]).toBe(text.join(""));
  expect(await upkeep(root)).toEqual(dry);
  expect(dry.steps).toHaveLength(3);
});

test("of many, fifty are struck a night, the oldest first: a file of thousands of lines does not take all of it", async () => {
  const days = Array.from({ length: 120 }, (_, i) => new Date(Date.UTC(2025, 0, 1 + i)));
  const lines = days.map((day, i) => lived(`V${i}`, day.toISOString().slice(0, 10)));
  const root = useVault({ "topics/a.md": lines.toReversed().join("") });
  const { steps } = await upkeep(root);
  expect(steps.map(({ text }) => text)).toEqual(
    Array.from({ length: 50 }, (_, i) => `Lives in V${i}`),
  );
  expect((await upkeep(root)).steps).toHaveLength(50);
});

test("killed between two files, what is left is struck by the next run alone", async () => {
  const root = useVault({
    "topics/a.md": lived("Vic", "2024-01-02"),
    "topics/b.md": lived("Lleida", "2025-01-02"),
    "topics/c.md": lived("Reus", "2026-01-02"),
  });
  let changes = 0;
  const onChange = (): void => {
    changes++;
    if (changes === 3) throw new Error("killed");
  };
  await expect(upkeep(root, { onChange })).rejects.toThrow("killed");
  writeFiles(root, { "topics/c.md": "" });
  expect((await upkeep(root)).steps).toEqual([]); // What stood for it is gone.
  expect(filesIn(root)["topics/b.md"]).toBe(lived("Lleida", "2025-01-02"));
});
