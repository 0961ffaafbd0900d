import { execFileSync } from "node:child_process";
import { expect, onTestFinished, test } from "vitest";
import { readPast } from "../../../src/memory/read-history.ts";
import { type History, openHistory } from "../../../src/sync/history/open-history.ts";
import { toTopicPath } from "../../../src/vault/paths.ts";
import { createRepo, gitEnv } from "../repo.ts";

const topics = 20;
const path = toTopicPath("topics/t0.md");

/** A past in which each commit changes all topics, and a line of the first one goes to the second. */
async function openShuffled(commits: number): Promise<{ root: string; history: History }> {
  const repo = createRepo({ empty: true });
  const stream: string[] = [];
  for (let n = 0; n < commits; n++) {
    const when = 1_700_000_000 + n * 60;
    stream.push(
      "commit refs/heads/main",
      `committer Ana <a@example.org> ${when} +0100`,
      "data 1",
      "m",
    );
    for (let t = 0; t < topics; t++) {
      const lines = [...Array(20).keys()].map((line) => `- memory ${n - t + line * 100}\n`);
      const text = lines.join("");
      stream.push(`M 100644 inline topics/t${t}.md`, `data ${text.length}`, text);
    }
  }
  const input = `${stream.join("\n")}\n`;
  execFileSync("git", ["fast-import", "--quiet"], { cwd: repo.root, env: gitEnv, input });
  repo.git("reset", "-q", "--hard");
  const history = await openHistory(repo.root, { configFiles: [] });
  onTestFinished(() => history.close());
  return { root: repo.root, history };
}

test("readPast() ends when it is called off", async () => {
  const { root, history } = await openShuffled(3);
  const signal = AbortSignal.abort(new Error("enough"));
  await expect(readPast(root, history, { path, signal })).rejects.toThrow("enough");
});

test("readPast() reads the newest versions that it may, and says so", async () => {
  const { root, history } = await openShuffled(12);
  const all = await readPast(root, history, { path });
  expect(all).toMatchObject({ notes: [] });
  expect(all.versions).toHaveLength(12);
  const some = await readPast(root, history, { path, maxBytes: 5_000 });
  expect(some.notes).toEqual(["only the newest 4 changes are looked at"]);
  expect(some.versions.map(({ commit }) => commit?.oid)).toEqual(
    all.versions.slice(0, 4).map(({ commit }) => commit?.oid),
  );
});
