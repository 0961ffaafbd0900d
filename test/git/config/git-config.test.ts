import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findRemoteUrl, readGitConfig, spellOut } from "../../../src/git/config/git-config.ts";
import { useTempFolder } from "../../temp.ts";

const rewritten = '[url "http://evil.example/x"]\n\tinsteadOf = https://good.example\n';
const remote = '[remote "origin"]\n\turl = https://good.example/vault.git\n';

async function configOf(own: string, personal: string) {
  const folder = useTempFolder();
  mkdirSync(join(folder, ".git"));
  writeFileSync(join(folder, ".git/config"), own);
  writeFileSync(join(folder, ".git/more"), rewritten);
  writeFileSync(join(folder, "gitconfig"), personal);
  return await readGitConfig(join(folder, ".git"), { configFiles: [join(folder, "gitconfig")] });
}

test.each([
  ["itself", rewritten],
  ["by a file it includes", "[include]\n\tpath = more\n"],
])(
  "an address is not rewritten by the repository %s, which may have come in an archive",
  async (_, rule) => {
    const config = await configOf(remote + rule, "");
    expect(findRemoteUrl(config, "origin")).toBe("https://good.example/vault.git");
    expect(spellOut(config, "https://good.example/vault.git")).toBe(
      "https://good.example/vault.git",
    );
  },
);

test("the person's own files may shorten an address", async () => {
  const config = await configOf(
    remote.replace("https://good.example", "good:"),
    '[url "https://good.example"]\n\tinsteadOf = good:\n',
  );
  expect(findRemoteUrl(config, "origin")).toBe("https://good.example/vault.git");
});
