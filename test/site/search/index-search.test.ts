import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { indexSearch, type SearchReport } from "../../../site/search/index-search.ts";
import { nameIn, parseFacets, parseTopics } from "../../../site/search/search-record.ts";
import { useTempFolder } from "../../temp.ts";
import { siteVaultOf } from "./site-vault.ts";

const files = { "topics/a.md": "- Rice (2026-01-01)\n", "topics/b.md": "- Bread\n" };

test("indexSearch() writes an index, and nothing where nothing changed", async () => {
  const folder = useTempFolder();
  const first = await index(folder, files);
  expect(first.records).toBe(2);
  expect(filesBelow(folder)).toContain("pagefind-entry.json");
  expect(filesBelow(folder).filter((path) => /-ui|highlight/.test(path))).toEqual([]);
  const times = timesOf(folder);
  expect(await index(folder, files, first.key)).toEqual({ ...first, written: 0 });
  expect(timesOf(folder)).toEqual(times);
});

test("indexSearch() makes the index again where it is gone, whatever the key says", async () => {
  const folder = useTempFolder();
  const { key } = await index(folder, files);
  rmSync(join(folder, "pagefind"), { recursive: true });
  expect((await index(folder, files, key)).written).toBeGreaterThan(0);
});

test("indexSearch() gives the same key and the same files for the same vault", async () => {
  const [one, other] = [useTempFolder(), useTempFolder()];
  expect(await index(one, files)).toEqual(await index(other, files));
  expect(filesBelow(one)).toEqual(filesBelow(other));
  for (const path of filesBelow(one))
    expect(readFileSync(join(one, "pagefind", path)), path).toEqual(
      readFileSync(join(other, "pagefind", path)),
    );
});

test.each(["pagefind", "pagefind/fragment"])(
  "indexSearch() writes through no link at %s",
  async (at) => {
    const [folder, elsewhere] = [useTempFolder(), useTempFolder()];
    writeFileSync(join(elsewhere, "mine.txt"), "mine");
    mkdirSync(dirname(join(folder, at)), { recursive: true });
    symlinkSync(elsewhere, join(folder, at));
    await expect(index(folder, files)).rejects.toThrow(
      /^Cannot write the search index into ".*": it is a link$/,
    );
    expect(readdirSync(elsewhere)).toEqual(["mine.txt"]);
  },
);

test("indexSearch() tells the browser what people are called, for ids as they are written", async () => {
  const folder = useTempFolder();
  const people = {
    "people/ana/profile.md": "---\ntitle: Ana García\n---\n\n- Likes rice\n",
    "people/ana/topics/bike.md": "- Red\n",
    "people/ben/profile.md": "- Likes bread\n",
    "people/constructor/topics/x.md": "- Odd\n",
    "agents/rostro/topics/tone.md": "- Short\n",
    "topics/a.md": "- Rice (2026-01-01) [person:: ANA]\n",
  };
  const { key } = await index(folder, people);
  const read = (name: string): string => readFileSync(join(folder, "pagefind", name), "utf8");
  const facets = parseFacets(JSON.parse(read("facets.json")));
  const names = [...facets.people].sort().map((id) => nameIn(facets.names, id));
  expect(names).toEqual(["Ana García", "Ana García", "ben", "constructor"]);
  const owners = parseTopics(JSON.parse(read("topics.json"))).map(([, , owner]) => owner);
  expect([...new Set(owners)].sort()).toEqual(["", "Ana García", "ben", "constructor", "rostro"]);
  const renamed = { ...people, "people/ana/profile.md": "---\ntitle: Ana\n---\n\n- Likes rice\n" };
  expect((await index(folder, renamed)).key).not.toBe(key);
});

test("indexSearch() leaves nothing of the index before", async () => {
  const [folder, fresh] = [useTempFolder(), useTempFolder()];
  await index(folder, { ...files, "topics/b.md": "- Bread and butter\n" });
  await index(folder, files);
  await index(fresh, files);
  expect(filesBelow(folder)).toEqual(filesBelow(fresh));
});

test("indexSearch() changes its key with a date, a bank or an address alone", async () => {
  const folder = useTempFolder();
  const keys = [
    (await index(folder, files)).key,
    (await index(folder, { ...files, "topics/a.md": "- Rice (2026-01-02)\n" })).key,
    (await index(folder, { ...files, "topics/a.md": "- Rice (2026-01-01) [bank:: Food]\n" })).key,
    (await index(folder, files, undefined, "/other/")).key,
  ];
  expect(new Set(keys).size).toBe(4);
});

test("indexSearch() of an empty vault, and two at once, work, and leave no process behind", async () => {
  const [one, other] = [useTempFolder(), useTempFolder()];
  const reports = await Promise.all([index(one, {}), index(other, files)]);
  expect(reports.map(({ records }) => records)).toEqual([0, 2]);
  expect(filesBelow(one)).toContain("pagefind-entry.json");
  const list =
    'for pid in $(cat /proc/$0/task/$0/children); do tr "\\0" " " < /proc/$pid/cmdline; done';
  const children = execFileSync("sh", ["-c", list, `${process.pid}`], { encoding: "utf8" });
  expect(children).toContain("sh -c");
  expect(children.replaceAll(list, "")).not.toContain("pagefind");
});

function index(
  outFolder: string,
  of: Readonly<Record<string, string>>,
  previousKey?: string,
  base = "/",
): Promise<SearchReport> {
  const hrefOf = ({ url }: { url: string }): string => `${base}${url}`;
  return indexSearch(siteVaultOf(of), { outFolder, previousKey, version: "1", hrefOf });
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(folder, "pagefind"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, "pagefind/").length))
    .sort();
}

const timesOf = (folder: string): number[] =>
  filesBelow(folder).map((path) => statSync(join(folder, "pagefind", path)).mtimeMs);
