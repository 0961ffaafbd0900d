import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runLoci } from "./run-loci.ts";
import { useTempFolder } from "./temp.ts";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const text = read("../README.md") + read("../docs/README.md");

/** Commands that run on, or need another device, a microphone or a network: other tests have them. */
const elsewhere = /^(?:up|serve|voice|sync|doctor --audio|init .*--from|COMMAND)\b/;

/** Each command once, as it stands in backticks or in a block */
const commands = [
  ...new Set(
    [...text.matchAll(/`loci ([^`\n]+)`|^loci ([^\n]+?)(?: {2,}#.*)?$/gm)].map((found) =>
      (found[1] ?? found[2] ?? "").trim(),
    ),
  ),
].filter((command) => !elsewhere.test(command));

/** As a shell would part it: quotes hold together, `~` is the home. */
const words = (command: string, home: string): string[] =>
  [...command.replaceAll("…", "rice").matchAll(/'([^']*)'|(\S+)/g)].map(
    ([, quoted, plain = ""]) => quoted ?? plain.replace(/^~/, home),
  );

test("all commands of the README and of docs/README.md run on a fresh vault, in the order they stand in", {
  timeout: 300_000,
}, async () => {
  expect(commands.length).toBeGreaterThan(12);
  const home = useTempFolder();
  const vault = join(home, "my-vault");
  const run = (args: string[]) =>
    runLoci(args, { cwd: vault, env: { HOME: home }, input: "hello\n" });
  mkdirSync(vault);
  expect((await run(["init", vault, "--example"])).code).toBe(0);
  writeFileSync(
    join(vault, "meeting.txt"),
    "Ana: From now on we salt the pasta water.\nBen: Fine.\n",
  );
  const failed: string[] = [];
  for (const command of commands) {
    // It asks on a terminal.
    const yes = /^undo\b/.test(command) ? ["--yes"] : [];
    const { code, stderr } = await run([...words(command, home), ...yes]);
    if (code !== 0) failed.push(`loci ${command} [${code}] ${stderr}`);
  }
  expect(failed).toEqual([]);
});
