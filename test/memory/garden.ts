import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listFiles } from "../../src/vault/list-files.ts";
import { type DigestBlock, parseDigestLog } from "../../src/vault/log/digest-log.ts";
import { cleanEnv } from "../run-loci.ts";
import { useCommitted } from "../sync/repo.ts";

/** A topic file. */
export const garden =
  "# Garden\n\n- The hose leaks (2026-01-01)\n- Tomatoes by the south wall (2026-01-02)\n- Sage\n- Rue\n";

/** A vault in its own repository, with one commit. */
export const useGarden = (files: Record<string, string> = {}): string =>
  useCommitted({ "topics/garden.md": garden, ...files });

export function git(root: string, ...args: readonly string[]): string {
  const identity = ["-c", "user.name=Ana", "-c", "user.email=ana@example.org"];
  const options = { cwd: root, env: cleanEnv(), encoding: "utf8", stdio: "pipe" } as const;
  return execFileSync("git", [...identity, ...args], options);
}

export const blocksOf = (root: string): DigestBlock[] =>
  listFiles(root).logs.flatMap(({ path }) => parseDigestLog(readFileSync(join(root, path))));

/** What each block of edits by hand says, "file: what". */
export const editsIn = (root: string): string[][] =>
  blocksOf(root)
    .filter(({ session }) => session === "")
    .map(({ lines }) => lines.map((line) => ("what" in line ? `${line.file}: ${line.what}` : "?")));

export const logText = (root: string): string =>
  listFiles(root)
    .logs.map(({ path }) => readFileSync(join(root, path), "utf8"))
    .join("");
