import { expect, test } from "vitest";
import { lociJson, runLoci } from "../run-loci.ts";
import { useFixture } from "../temp.ts";

test("loci trace shows each stage of the last turns, and not a word of them", async () => {
  const root = useFixture("starter");
  const loci = (...words: string[]) => runLoci(["trace", ...words, "--vault", root]);
  const input = "I am allergic to zorblax\nwhich rice for paella?\n";
  const [first] = await lociJson(["chat", "--person", "ana", "--vault", root], { input });
  const id = String(Object(first).id);
  const one = await loci();
  expect(one.stdout.split("\n")[0]).toMatch(
    new RegExp(`^${id} · \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC · ana · loci · text$`),
  );
  for (const stage of ["found its language", "recalled, and made", "first word", "whole reply"]) {
    expect(one.stdout).toMatch(new RegExp(`^ +\\d+ ms  ${stage}`, "m"));
  }
  expect(one.stdout).not.toMatch(/zorblax|rice/);
  const json = JSON.parse((await loci(id, "-n", "5", "--json")).stdout);
  expect(json.session).toBe(id);
  expect(json.turns).toHaveLength(2);
  const ms = new Map(
    json.turns[1].stages.map((one: { stage: string; ms: number }) => [one.stage, one.ms]),
  );
  expect(Number(ms.get("first"))).toBeGreaterThanOrEqual(Number(ms.get("context")));
  expect(Number(ms.get("total"))).toBeGreaterThanOrEqual(Number(ms.get("first")));
  expect(JSON.stringify(json)).not.toMatch(/zorblax|rice/);
});

test("loci trace without a conversation, or of one that is not there, says so", async () => {
  const root = useFixture("starter");
  const none = await runLoci(["trace", "--vault", root]);
  expect([none.code, none.stderr]).toEqual([
    1,
    'Cannot trace a turn: there is no conversation; "loci chat" begins one\n',
  ]);
  const odd = await runLoci(["trace", "01M7ZBKJJR61NAP6V4JJAW9R8R", "--vault", root]);
  expect([odd.code, odd.stderr]).toEqual([
    1,
    expect.stringMatching(/^Cannot find the conversation/),
  ]);
});
