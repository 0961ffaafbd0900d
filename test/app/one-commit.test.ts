import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { learn } from "../private-talk.ts";
import { gitEnv } from "../sync/repo.ts";
import { watchVault } from "../watched-vault.ts";

test("what is saved at once is one commit, and what a slow digestion finds another, said in words", async () => {
  const vault = await watchVault({ ".gitignore": ".loci/\n" });
  const git = (...args: string[]): string =>
    execFileSync("git", args, { cwd: vault.root, env: gitEnv, encoding: "utf8" });
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-qm", "first");
  const answer = JSON.stringify({
    ...{ summary: "A talk.", topic: "", sentiment: "neutral", intents: [] },
    conclusions: learn("Decided to paint the kitchen blue"),
  });
  const { always } = vault.server;
  vault.server.always = (request) => {
    const format = request.response_format;
    const isEnd = format?.type === "json_schema" && format.json_schema.name === "conclusions";
    return isEnd ? { text: [answer, " "], gapMs: 800 } : (always ?? "Fine.");
  };
  const loci = await vault.open();
  const conversation = await loci.converse({ person: "ana" });
  for (const said of ["I decided to paint the kitchen blue", "I love jazz"]) {
    for await (const _ of conversation.turn(said));
  }
  expect(await conversation.end()).toMatchObject({
    outcomes: [{ status: "learned" }, { status: "saved" }],
  });
  await loci.vault.committer.commit();
  expect(git("log", "--format=%s").trim().split("\n")).toEqual([
    "people/ana/general/2026-02: learned 1",
    "people/ana/general/2026-02: created, learned 1",
    "first",
  ]);
});
