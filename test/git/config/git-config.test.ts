import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readGitConfig } from "../../../src/git/config/git-config.ts";
import { useTempFolder } from "../../temp.ts";

test("readGitConfig() reads what git reads: the person's files, the repository's, and what they include", async () => {
  const folder = useTempFolder();
  mkdirSync(join(folder, ".git"));
  writeFileSync(join(folder, "gitconfig"), "[user]\n\tname = Ana ; me\n\temail = a@x\n");
  writeFileSync(
    join(folder, ".git/config"),
    '[include]\n\tpath = more\n[remote "origin"] url = "/a \\"b\\" # c" # no\n',
  );
  writeFileSync(join(folder, ".git/more"), "[User]\n\tEMAIL = b@x\\\n.org\n[core]\n\tbare\n");
  const person = { configFiles: [join(folder, "gitconfig")] };
  const config = await readGitConfig(join(folder, ".git"), person);
  expect(config.get("remote.origin.url")).toBe('/a "b" # c');
  expect(Object.fromEntries(config)).toMatchObject({
    "user.name": "Ana",
    "user.email": "b@x.org",
    "core.bare": "true",
  });
});
