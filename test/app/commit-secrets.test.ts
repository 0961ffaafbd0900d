import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openLoci } from "../../src/app/loci.ts";
import { git, useGarden } from "../memory/garden.ts";
import { cleanEnv } from "../run-loci.ts";

const key = `ghp_${"a1B2".repeat(9)}`;
test("a key that was typed into a file which an agent writes to as well is not committed with the agent's line", async () => {
  const root = useGarden();
  const file = join(root, "topics/garden.md");
  const said: string[] = [];
  const options = { root, env: cleanEnv(), now: () => Date.now() };
  const loci = await openLoci({ ...options, report: (sentence) => said.push(sentence) });
  appendFileSync(file, `- The shop's token is ${key}\n`);
  await loci.memory.remember([{ text: "Mint in a pot", topic: "garden" }]);
  await loci.memory.remember([{ text: "Lisbon in May", topic: "travel" }]);
  await loci.vault.committer.commit();
  await loci.vault.committer.commit();
  expect(readFileSync(file, "utf8")).toContain("- Mint in a pot");
  const history = (): string => git(root, "log", "-p", "--all", "--format=%s");
  expect(history()).not.toContain(key);
  expect(history(), "all else is committed").toContain("+- Lisbon in May");
  expect(said).toEqual([
    "Saved, but not committed yet: topics/garden.md: line 7 looks like a secret; take it out, or commit the file with your own git",
  ]);

  writeFileSync(file, readFileSync(file, "utf8").replace(/^.*ghp_.*\n/m, ""));
  await loci.vault.committer.commit();
  await loci.close();
  expect(history()).toContain("+- Mint in a pot");
  expect(history()).not.toContain(key);
});

test("a key that was saved through Loci waits like one that was typed, and what else is secret is committed", async () => {
  const root = useGarden();
  const said: string[] = [];
  const loci = await openLoci({
    ...{ root, env: cleanEnv(), now: () => Date.now() },
    report: (sentence) => said.push(sentence),
  });
  const conversation = await loci.converse({});
  for await (const _ of conversation.turn(`Remember that the shop's token is ${key}`));
  for await (const _ of conversation.turn("Remember that the shed's password is hunter2"));
  for await (const _ of conversation.turn("Remember that the hammer hangs in the shed"));
  await loci.memory.remember([{ text: `Token for the garden: ${key}`, topic: "garden" }]);
  await loci.vault.committer.commit();
  const files = ["topics/garden.md", `general/${new Date().toISOString().slice(0, 7)}.md`];
  expect(files.some((file) => readFileSync(join(root, file), "utf8").includes(key))).toBe(true);
  expect(git(root, "log", "-p", "--all", "--format=%s")).not.toContain(key);
  expect(said.join("\n")).toContain("looks like a secret");
  await conversation.end();
  await loci.close();
  const log = `log/${files[1]?.slice("general/".length)}`;
  const logged = git(root, "log", "-p", "--format=%s", "--", log);
  expect(logged, "the log does not wait").toContain("+- learned: The hammer hangs in the shed");
  expect(logged, "what is secret names its conversation itself").not.toMatch(/token|password/i);
  expect(git(root, "log", "-p", "--all", "--format=%s")).not.toContain(key);
});

test("what somebody asked to have remembered as a secret is committed, where it holds no key", async () => {
  const root = useGarden();
  const loci = await openLoci({
    ...{ root, env: cleanEnv(), now: () => Date.now() },
    report: (sentence) => expect.fail(sentence),
  });
  const conversation = await loci.converse({});
  for await (const _ of conversation.turn("Remember that the shed's password is hunter2"));
  await loci.vault.committer.commit();
  await conversation.end();
  await loci.close();
  expect(git(root, "log", "-p", "--format=%s")).toMatch(/^\+.*hunter2.*\[sensitivity:: secret\]/m);
});
