import { execFileSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { everything, type SiteChoice, type WriteVault, writeStarter } from "./built-site.ts";

/** The starter vault as a git repository of two commits, so that its topics have a past. */
export const writeStarterWithHistory: WriteVault = (root) => {
  writeStarter(root);
  git(root, "init", "--quiet");
  commit(root, "Begin", "2026-11-18T10:00:00Z");
  const line = "- Rinses the rice only when nobody looks (2026-11-19)\n";
  appendFileSync(join(root, "topics", "cooking.md"), `\n${line}`);
  commit(root, "loci: digest\n\nLoci-Device: le-potato", "2026-11-19T10:00:00Z");
};

export const starterChoice: SiteChoice = { title: "Ana & Ben", include: everything };

function commit(root: string, message: string, time: string): void {
  git(root, "add", "--all");
  git(root, "commit", "--quiet", `--message=${message}`, `--date=${time}`);
}

function git(root: string, ...args: readonly string[]): void {
  const identity = ["-c", "user.name=Ana", "-c", "user.email=ana@example.org"];
  execFileSync("git", [...identity, ...args], {
    cwd: root,
    env: { PATH: process.env.PATH ?? "", GIT_COMMITTER_DATE: "2026-11-19T10:00:00Z" },
  });
}
