import { fc } from "../../fast-check.ts";

/** Units whose words are unique in a file, so that one can tell what became of each. */
const number = fc.integer({ min: 0, max: 40 });
const date = fc.integer({ min: 1, max: 4 }).map((day) => ` (2026-02-0${day})`);
const meta = fc.constantFrom("", "", " [bank:: Health]", " #protected", " [importance:: 1]");

const block: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(number, fc.option(date, { nil: "" }), meta)
      .map(([n, d, m]) => `- memory ${n}${d}${m}`),
  },
  { weight: 1, arbitrary: number.map((n) => `- memory ${n}\n  - nested ${n}`) },
  { weight: 2, arbitrary: number.map((n) => `Prose ${n} goes on.\nSecond line ${n}.`) },
  { weight: 1, arbitrary: number.map((n) => `## Section ${n}`) },
  { weight: 1, arbitrary: number.map((n) => `\`\`\`\ncode ${n}\n\n- no entry ${n}\n\`\`\``) },
  { weight: 1, arbitrary: number.map((n) => `| a | b |\n|---|---|\n| ${n} | 1 |`) },
  { weight: 1, arbitrary: number.map((n) => `> [!note]\n> quote ${n}`) },
);

/** A file as a list of blocks that are all different. */
export const blocks: fc.Arbitrary<string[]> = fc.uniqueArray(block, { maxLength: 12 });

/** Joins blocks as people write them: list items tight, all else a blank line apart. */
export function toMarkdown(parts: readonly string[]): string {
  const text = parts.map((part, i) => {
    const isTight = part.startsWith("- ") && parts[i - 1]?.startsWith("- ") === true;
    return `${i === 0 || isTight ? "" : "\n"}${part}\n`;
  });
  return text.join("");
}

/** What someone does to a list of blocks. */
export type Edit =
  | { readonly type: "add"; readonly at: number; readonly block: string }
  | { readonly type: "remove"; readonly at: number }
  | { readonly type: "replace"; readonly at: number; readonly block: string }
  | { readonly type: "move"; readonly at: number; readonly to: number };

const at = fc.nat({ max: 20 });
const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant("add" as const), at, block }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("remove" as const), at }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("replace" as const), at, block }) },
);
export const move: fc.Arbitrary<Edit> = fc.record({
  type: fc.constant("move" as const),
  at,
  to: at,
});

export const edits = fc.array(edit, { maxLength: 5 });

/** Applies edits; a block that is there already is not added again. */
export function applyEdits(parts: readonly string[], all: readonly Edit[]): string[] {
  const now = [...parts];
  for (const one of all) {
    const i = one.at % (now.length + 1);
    if ("block" in one && now.includes(one.block)) continue;
    if (one.type === "add") now.splice(i, 0, one.block);
    else if (i < now.length) {
      const [gone = ""] = now.splice(i, 1);
      if (one.type === "replace") now.splice(i, 0, one.block);
      if (one.type === "move") now.splice(one.to % (now.length + 1), 0, gone);
    }
  }
  return now;
}
