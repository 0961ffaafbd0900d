import { execFileSync } from "node:child_process";
import { appendFileSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildSite } from "../../../site/build/build-site.ts";
import { isSampled } from "../../sync/sample-kills.ts";
import { useTempFolder } from "../../temp.ts";
import { filesOf, now, siteOptions, writeHard } from "./built-site.ts";
import { useSite } from "./use-site.ts";

const site = useSite(writeHard);

test("buildSite() makes the same bytes twice", async () => {
  const again = join(useTempFolder(), "again");
  await buildSite(siteOptions(site().root, again));
  expect(differences(site().out, again)).toEqual([]);
});

test("buildSite() writes nothing where nothing changed", async () => {
  const { root, out } = site();
  const { written, removed, unchanged } = await buildSite(siteOptions(root, out));
  expect({ written, removed }).toEqual({ written: 0, removed: 0 });
  expect(unchanged).toBeGreaterThan(200);
});

test("buildSite() over an earlier build makes what a new build makes", async () => {
  const folder = useTempFolder();
  const root = join(folder, "vault");
  execFileSync("cp", ["-a", site().root, root]);
  const out = join(folder, "site");
  await buildSite(siteOptions(root, out));
  for (const [nth, edit] of edits.entries()) {
    edit.make(root);
    const choice = { now: now + (edit.later ?? 0) * 24 * 60 * 60 * 1000 };
    await buildSite(siteOptions(root, out, choice));
    if (!isSampled(nth + 1, 2)) continue; // What is wrong with it shows after the next one too.
    const fresh = join(folder, "fresh");
    await buildSite(siteOptions(root, fresh, choice));
    expect(differences(out, fresh), edit.name).toEqual([]);
    rmSync(fresh, { recursive: true });
  }
});

interface Edit {
  readonly name: string;
  make(root: string): void;
  /** Days after the first build. */
  readonly later?: number;
}

/** What may reach far: links, titles, tags, private marks, files beside notes. */
const edits: readonly Edit[] = [
  {
    name: "an entry more, with a tag of its own and a link",
    make: (root) =>
      appendFileSync(join(root, "topics/kitchen.md"), "- More of [[foo]] (2026-06-01) #brandnew\n"),
  },
  {
    name: "a title that others link to",
    make: (root) => {
      const file = join(root, "topics/garden.md");
      const text = readFileSync(file, "utf8");
      writeFileSync(file, text.replace("title: The Garden", "title: The Orchard"));
    },
  },
  {
    name: "a topic that goes, one that moves, and one that becomes private",
    make: (root) => {
      rmSync(join(root, "topics/ordered.md"));
      renameSync(join(root, "topics/tags.md"), join(root, "topics/labels.md"));
      writeFileSync(
        join(root, "topics/foo.md"),
        "---\ntags: [private]\n---\n\n- Gone (2026-06-02)\n",
      );
    },
  },
  {
    name: "a picture that becomes another, and a log that grows",
    make: (root) => {
      writeFileSync(join(root, "pictures/red.png"), "not a picture any more");
      appendFileSync(
        join(root, "log/2026-05.md"),
        "\n## 2026-05-31T10:00:00+02:00 garden\n\nMore.\n\n- known: Buy twine\n- session: 01HARD0009 · agent rostro · text · en\n",
      );
    },
  },
  { name: "nothing but a day", make: () => {}, later: 1 },
  { name: "nothing but the turn of the year", make: () => {}, later: 50 },
];

/** Files that are only in one of two folders, or not the same in both; but for what the builder notes for itself. */
function differences(one: string, other: string): string[] {
  const names = new Set([...filesOf(one), ...filesOf(other)]);
  names.delete(".loci-site.json");
  return [...names].filter((name) => read(one, name) !== read(other, name));
}

function read(folder: string, name: string): string | undefined {
  try {
    const text = readFileSync(join(folder, name), "latin1");
    return name === "graph.json" ? withoutPlaces(text) : text;
  } catch {
    return undefined;
  }
}

/** Where a dot of the graph lies depends on where it was: a picture that people know should not turn round. */
const withoutPlaces = (graph: string): string => graph.replace(/"[xy]":-?[\d.]+/g, "");
