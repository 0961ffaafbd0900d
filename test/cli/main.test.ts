import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { lociCommand } from "../run-loci.ts";
import { useTempFolder, useVault } from "../temp.ts";

const [node, main] = lociCommand;

/** Runs a line of shell in which `loci` is the command line. */
const inShell = async (line: string) => {
  const script = `loci() { "${node}" "${main}" "$@"; }; ${line}`;
  const { stdout, stderr } = await promisify(execFile)("bash", ["-c", script]);
  return { stdout, stderr };
};

test("a slow reader of a pipe gets all that a command prints", async () => {
  const lines = Array.from({ length: 3_000 }, (_, i) => `- A memory of some length, number ${i}\n`);
  const root = useVault({ "topics/long.md": lines.join("") });
  const { stdout } = await inShell(`loci show long --vault "${root}" | { sleep 1; wc -l; }`);
  expect(Number(stdout)).toBeGreaterThanOrEqual(3_000);
});

test("an answer that cannot be printed is an error, a reader that has gone is none", async () => {
  const root = useVault({ "topics/a.md": "- Rice\n" });
  const full = await inShell(`loci show --vault "${root}" >/dev/full || echo "rc $?"`);
  expect(full.stdout).toBe("rc 1\n");
  expect(full.stderr).toMatch(/^Cannot print the answer: ENOSPC/);
  const gone = await inShell(`loci show --vault "${root}" | true; echo "rc \${PIPESTATUS[0]}"`);
  expect(gone).toEqual({ stdout: "rc 0\n", stderr: "" });
});

test("the exit code is that of the command", async () => {
  expect((await inShell('loci nonsense || echo "rc $?"')).stdout).toBe("rc 2\n");
});

test("a current folder that was deleted gets one sentence", async () => {
  const { stderr } = await inShell(`cd "${useTempFolder()}" && rmdir "$PWD" && loci show || true`);
  expect(stderr).toBe("Cannot find the current folder: it was deleted; go to another one\n");
});
