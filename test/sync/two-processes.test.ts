import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { createVault } from "./pending-request.ts";

const script = join(import.meta.dirname, "../workers/commit-lines.ts");
const each = 40;

test("two processes that commit at the same time lose none of their commits", async () => {
  const repo = createVault();
  const commit = async (name: string): Promise<string[]> => {
    const args = [script, repo.root, name, String(each)];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    return stdout.trim().split("\n");
  };
  const acknowledged = (await Promise.all([commit("ana"), commit("ben")])).flat();
  expect(new Set(acknowledged).size).toBe(2 * each);
  const inHistory = new Set(repo.git("rev-list", "HEAD").trim().split("\n"));
  expect(acknowledged.filter((oid) => !inHistory.has(oid))).toEqual([]);
  for (const name of ["ana", "ben"]) {
    const lines = Array.from({ length: each }, (_, n) => `- ${name} ${n + 1}\n`).join("");
    expect(repo.git("show", `HEAD:topics/${name}.md`)).toBe(lines);
  }
  expect(repo.status()).toBe("");
  repo.fsck();
}, 60_000);
