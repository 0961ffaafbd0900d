import { expect, test } from "vitest";
import { describeFile, toWanted } from "../../src/memory/undo.ts";
import { splitVault } from "../digest/split-fixture.ts";
import { fc } from "../fast-check.ts";

const bytes = (text: string): Buffer => Buffer.from(text);

function undo(
  versions: { before: string | null; after: string; current: string },
  path = "topics/a.md",
) {
  const { before, after, current } = versions;
  const file = { path, before: before === null ? null : bytes(before), after: bytes(after) };
  const undone = toWanted(file, bytes(current));
  const { left } = describeFile(file, bytes(current), undone);
  return [undone === null ? null : Buffer.from(undone).toString(), left];
}

const before = "---\ntitle: A\nupdated: 2026-01-01\n---\n\n- Lives in Tarragona\n- two\n";
const after =
  "---\ntitle: A\nupdated: 2026-02-02\n---\n\n- ~~Lives in Tarragona~~ [superseded:: ^a]\n- two\n- Lives in Reus ^a\n";

test("toWanted() takes lines back from a file that somebody went on with", () => {
  const current = after.replace("- two\n", "- two\n- mine é\n").replace("title: A", "title: B");
  expect(undo({ before, after, current })).toEqual([
    "---\ntitle: B\nupdated: 2026-01-01\n---\n\n- Lives in Tarragona\n- two\n- mine é\n",
    [],
  ]);
  expect(undo({ before, after, current: `${after}- mine\n` })).toEqual([`${before}- mine\n`, []]);
});

test("toWanted() says which lines of the step were changed, and leaves them", () => {
  const current = after.replace("Lives in Reus", "Lives in Réus");
  const [text, left] = undo({ before, after, current });
  expect(text).toContain("- Lives in Réus ^a\n");
  expect(text).toContain("- Lives in Tarragona\n");
  expect(left).toEqual(["- Lives in Reus ^a"]);
});

test("toWanted() takes a block out of a log that has grown, and not its likeness", () => {
  const block = (time: string): string =>
    `## 2026-02-12T${time}:00+01:00 cooking\n\nRice.\n\n- known: Uses broth\n`;
  const logBefore = `${block("10:00")}`;
  const logAfter = `${logBefore}\n${block("11:00")}`;
  const current = `${logAfter}\n${block("12:00")}`;
  expect(undo({ before: logBefore, after: logAfter, current }, "log/2026-02.md")).toEqual([
    `${block("10:00")}\n${block("12:00")}`,
    [],
  ]);
});

test("toWanted() leaves of a file that the step made what others wrote, or nothing", () => {
  const made = "---\ntitle: R\n---\n\n# R\n\n- one\n- two\n";
  expect(undo({ before: null, after: made, current: made.replace("- two\n", "") })).toEqual([
    null,
    [],
  ]);
  expect(undo({ before: null, after: made, current: `${made}- mine\n` })).toEqual([
    "---\ntitle: R\n---\n\n# R\n\n- mine\n",
    [],
  ]);
});

test("toWanted() run twice adds nothing the second time", () => {
  const once = undo({ before, after, current: `${after}- mine\n` });
  expect(undo({ before, after, current: String(once[0]) })[0]).toBe(once[0]);
});

const line = fc.constantFrom<string>("- a", "- b", "- c", "", "# h", "## g");
const lines = fc.array(line, { maxLength: 8 });

test("toWanted() keeps every line that others added, and gives back those of before", () => {
  fc.assert(
    fc.property(
      lines,
      lines,
      fc.array(fc.tuple(fc.nat(9), fc.integer({ min: 0, max: 99 })), { maxLength: 4 }),
      (was, made, theirs) => {
        const now: string[] = [...made];
        for (const [at, n] of theirs) now.splice(Math.min(at, now.length), 0, `- theirs ${n}`);
        const join = (some: readonly string[]): string => some.map((l) => `${l}\n`).join("");
        const [text] = undo({ before: join(was), after: join(made), current: join(now) });
        const left = String(text)
          .split("\n")
          .filter((l) => l !== "");
        const wanted = [...was.filter((l) => l !== ""), ...theirs.map(([, n]) => `- theirs ${n}`)];
        expect(left.sort()).toEqual(wanted.sort());
      },
    ),
    { numRuns: 1000 },
  );
});

test("putStepBack() puts each file back: changed, made and removed ones", async () => {
  const { undo, read, has } = splitVault({
    "topics/a.md": after,
    "topics/made.md": "- new\n",
    "topics/edited.md": `${after}- mine\n`,
  });
  const files = [
    { path: "topics/a.md", before: bytes(before), after: bytes(after) },
    { path: "topics/made.md", before: null, after: bytes("- new\n") },
    { path: "topics/edited.md", before: bytes(before), after: bytes(after) },
    { path: "topics/removed.md", before: bytes("- old\n"), after: null },
    { path: "topics/deleted.md", before: bytes("- old\n"), after: bytes("- old\n- new\n") },
  ];
  for (let times = 0; times < 2; times++) {
    await undo(files);
    expect(read("topics/a.md")).toBe(before);
    expect(read("topics/edited.md")).toBe(`${before}- mine\n`);
    expect(read("topics/removed.md")).toBe("- old\n");
    expect([has("topics/made.md"), has("topics/deleted.md")]).toEqual([false, false]);
  }
});

test("putStepBack() refuses a path that leads out of the vault", async () => {
  const { undo } = splitVault({});
  const undone = undo([{ path: "../x.md", before: null, after: bytes("x") }]);
  await expect(undone).rejects.toMatchObject({ code: "OUTSIDE_VAULT" });
});
