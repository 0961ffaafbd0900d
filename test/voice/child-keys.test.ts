import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { startProgram } from "../../src/models/programs/start-program.ts";
import { useTempFolder } from "../temp.ts";

test("programs for sound, speech and the button get no keys", async () => {
  const folder = useTempFolder();
  const [program, told] = [join(folder, "program"), join(folder, "told")];
  writeFileSync(program, `#!/bin/sh\nenv >'${told}'\n`, { mode: 0o755 });
  vi.stubEnv("LOCI_MODEL_API_KEY", "sk-secret");
  vi.stubEnv("NOTIFY_SOCKET", "/run/none");
  await startProgram({ program, args: [] }).exited;
  vi.unstubAllEnvs();
  expect(existsSync(told)).toBe(true);
  const env = readFileSync(told, "utf8");
  expect(env).toContain("PATH=");
  expect(env).not.toMatch(/sk-secret|NOTIFY_SOCKET/);
});
