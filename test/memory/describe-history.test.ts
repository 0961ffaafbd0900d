import { expect, test } from "vitest";
import { readPast } from "../../src/memory/describe-history.ts";
import { openHistory } from "../../src/sync/history/open-history.ts";
import { toTopicPath } from "../../src/vault/paths.ts";
import { importCommits } from "../sync/history/random-history.ts";

test("readPast() reads the newest versions that it may, and says so; it ends when it is called off", async () => {
  const path = toTopicPath("topics/t0.md");
  const commits = Array.from({ length: 12 }, (_, n) => {
    const lines = Array.from({ length: 20 }, (_, at) => `- memory ${n + at * 100}\n`);
    return { minute: n, files: new Map([[path, lines.join("")]]) };
  });
  const { root } = importCommits(commits);
  const history = await openHistory(root, { configFiles: [] });
  const all = await readPast(root, history, { path });
  expect(all).toMatchObject({ notes: [] });
  expect(all.versions).toHaveLength(12);
  const some = await readPast(root, history, { path, maxVersions: 4 });
  expect(some.notes).toEqual(["only the newest 4 changes are looked at"]);
  expect(some.versions.map(({ commit }) => commit?.oid)).toEqual(
    all.versions.slice(0, 4).map(({ commit }) => commit?.oid),
  );
});
