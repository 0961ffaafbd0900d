import { execFileSync } from "node:child_process";
import { useTempFolder } from "../temp.ts";
import { createBare, createDevice, push } from "./devices.ts";
import { gitEnv, openRepo, type TestRepo } from "./repo.ts";

/** A device that joined, and somebody with plain git who may push too. */
export async function meetEvil() {
  const bare = createBare();
  const evil = openRepo(useTempFolder());
  evil.git("clone", "-q", bare, ".");
  evil.write("topics/a.md", "- one\n");
  push(evil);
  return { device: await createDevice("laptop", bare), evil, bare, push: () => push(evil) };
}

/** Stores an object as it is given, sound or not. */
export function store(repo: TestRepo, type: string, content: Uint8Array | string): string {
  const args = ["hash-object", "-w", "-t", type, "--stdin", "--literally"];
  const options = { cwd: repo.root, env: gitEnv, input: content };
  return execFileSync("git", args, options).toString().trim();
}
