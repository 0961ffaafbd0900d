import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fc } from "../../fast-check.ts";
import { useTempFolder, useVault, writeFiles } from "../../temp.ts";
import { filesIn, siteOf } from "./site-of.ts";

/** Pieces that reach from one file into others. */
const line = fc.constantFrom(
  "- See [[b]] (2026-03-01)",
  "- See [[Beta|it]] and ![[c]] #x (2026-03-02)",
  "- A [link](b.md#there) #x/y",
  "- Old (2026-01-01) [superseded:: ^n1]",
  "- New (2026-03-03) ^n1",
  "- Points at [[b#^n1]] and [[c#there]] [source:: S1]",
  "- Below, in [[#there]] (2026-03-01)",
  "- By her (2026-02-01) [person:: ana] [bank:: Work]",
  "- Twice (2026-02-01)",
  "Prose with [[c]], #prose and ![[a]].",
  "![a picture](p.png)",
  'Raw <img src="p.png" alt="picture"> here',
  "![[c#^n1]]",
  "![[#there]]",
  "> quoted\n\n^n2",
  "![[b#^n2]]",
  "## there",
  "- [ ] Task [until:: 2026-05-01] [bank:: Health]",
);
const head = fc.constantFrom(
  "",
  "---\ntitle: Beta\naliases: [c]\n---\n",
  "---\ntags: [x]\nbank: Work\n---\n",
  "---\ntags: [private]\n---\n",
);
const file = fc.oneof(
  { weight: 1, arbitrary: fc.constant(undefined) },
  {
    weight: 5,
    arbitrary: fc
      .tuple(head, fc.array(line, { maxLength: 6 }))
      .map(([start, lines]) => `${start}\n${lines.join("\n")}\n`),
  },
);
const log = fc.constantFrom(
  "",
  "## 2026-03-01T10:00:00+01:00 a\n\nTalk of [[b]].\n\n- learned: New → topics/a.md\n- known: Twice\n- session: S1 · agent r · person ana · text · en\n",
);
const state = fc.record({
  "topics/a.md": file,
  "topics/b.md": file,
  "topics/c.md": file,
  "archive/c.md": file,
  "topics/p.png": fc.constantFrom("one", "other", undefined),
  "log/2026-03.md": log,
});

test("buildSite() over any earlier build makes what a new build makes", async () => {
  const out = join(useTempFolder(), "site");
  const fresh = join(useTempFolder(), "fresh");
  const root = useVault({ "loci.yaml": "" });
  await fc.assert(
    fc.asyncProperty(state, async (wanted) => {
      for (const [path, text] of Object.entries(wanted)) {
        if (text === undefined) rmSync(join(root, path), { force: true });
        else writeFiles(root, { [path]: text });
      }
      await siteOf(root, out);
      await siteOf(root, fresh);
      expect(filesIn(out)).toEqual(filesIn(fresh));
      rmSync(fresh, { recursive: true });
    }),
    { numRuns: 12 },
  );
}, 120_000);
