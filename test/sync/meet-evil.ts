import { execFileSync } from "node:child_process";
import { useTempFolder } from "../temp.ts";
import { createBare, createDevice, type Device } from "./devices.ts";
import { gitEnv, openRepo, type TestRepo } from "./repo.ts";

/** A device that joined, and somebody with plain git who may push too. */
export async function meetEvil(): Promise<{
  device: Device;
  evil: TestRepo;
  bare: string;
  push(): void;
}> {
  const bare = createBare();
  const evil = openRepo(useTempFolder());
  evil.git("clone", "-q", bare, ".");
  evil.write("topics/a.md", "- one\n");
  evil.git("add", "-A");
  evil.git("commit", "-qm", "one");
  evil.git("push", "-q", "origin", "HEAD:main");
  const device = await createDevice("laptop", bare);
  const push = (): void => {
    evil.git("add", "-A");
    evil.git("commit", "-qm", "more");
    evil.git("push", "-q", "origin", "HEAD:main");
  };
  return { device, evil, bare, push };
}

/** Stores an object as it is given, sound or not. */
export function store(repo: TestRepo, type: string, content: Uint8Array | string): string {
  const args = ["hash-object", "-w", "-t", type, "--stdin", "--literally"];
  const options = { cwd: repo.root, env: gitEnv, input: content };
  return execFileSync("git", args, options).toString().trim();
}
