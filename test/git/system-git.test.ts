import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { findGit } from "../../src/git/system-git.ts";
import { useTempFolder } from "../temp.ts";

afterEach(() => vi.unstubAllEnvs());

test("findGit() runs no git of a relative folder in PATH, and none of an older version", async () => {
  const folder = useTempFolder();
  const trap = join(folder, "trap");
  const program = `#!/bin/sh\ntouch ${trap}\necho git version 2.30.9\n`;
  mkdirSync(join(folder, "bin"));
  writeFileSync(join(folder, "bin/git"), program, { mode: 0o755 });
  vi.stubEnv("TMPDIR", folder); // where git is started
  expect(await findGit({ PATH: "bin:.:" })).toBeUndefined();
  expect(existsSync(trap)).toBe(false);
  const PATH = `${join(folder, "bin")}:/usr/bin:/bin`;
  expect(await findGit({ PATH })).toBeUndefined();
  expect(existsSync(trap)).toBe(true);
});
