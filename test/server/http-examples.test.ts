import { execFile, execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { initGit } from "../init-git.ts";
import { gitEnv } from "../sync/repo.ts";
import { useTempFolder } from "../temp.ts";
import { describeWith } from "../voice/programs.ts";
import { serveVault } from "./serve-vault.ts";

const page = readFileSync(resolve(import.meta.dirname, "../../docs/http.md"), "utf8");

interface Example {
  readonly command: string;
  readonly said: string;
}

/** What stands behind each `$`, and what is said to it. */
const examples: readonly Example[] = [...page.matchAll(/^```console\n([\s\S]*?)^```/gm)].flatMap(
  ([, block = ""]) =>
    block.split(/^\$ /m).flatMap((part): Example[] => {
      const [, command = "", said = ""] = /^((?:.*\\\n)*.*\n)([\s\S]*)/.exec(part) ?? [];
      return command.trim() === "" ? [] : [{ command, said }];
    }),
);

/** They need ears, a recording or a built site: test/server/device.test.ts and test/site/up.slow.test.ts try these. */
const isElsewhere = ({ command }: Example): boolean => /\/api\/voice|\/topics\//.test(command);

const keysOf = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(/"(\w+)":/g)].map(([, key = ""]) => key)),
];

describeWith(["curl"], "the examples of docs/http.md", () =>
  test("are answered as it says, from top to bottom", answerExamples),
);

async function answerExamples(): Promise<void> {
  const { root, url, token } = await serveVault();
  initGit(root);
  const remote = useTempFolder();
  for (const words of [`init -q --bare -b main ${remote}`, `remote add origin ${remote}`])
    execFileSync("git", words.split(" "), { cwd: root, env: gitEnv });
  const { origin } = new URL(url);
  const known = new Map([["http://127.0.0.1:5624", origin]]);
  let ran = 0;
  for (const example of examples.filter((one) => !isElsewhere(one))) {
    if (example.command.startsWith("TOKEN=")) continue;
    let { command } = example;
    for (const [told, real] of known) command = command.replaceAll(told, real);
    const { stdout } = await promisify(execFile)("bash", ["-c", command], {
      env: { ...process.env, TOKEN: token },
    });
    expect(stdout, command).not.toMatch(/^\{"error"/);
    expect(keysOf(stdout), command).toEqual(expect.arrayContaining([...keysOf(example.said)]));
    // Ids are others each time.
    const [told] = /"id":"([\w-]{12,})"/.exec(example.said)?.slice(1) ?? [];
    const [real] = /"id":"([\w-]{12,})"/.exec(stdout)?.slice(1) ?? [];
    if (told !== undefined && real !== undefined) known.set(told, real);
    ran++;
  }
  expect(ran).toBeGreaterThan(10);
}
