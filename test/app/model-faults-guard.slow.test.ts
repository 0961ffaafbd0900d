import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { conclusion } from "../digest/conclusions.ts";
import type { ChatRequest } from "../models/chat-rules.ts";
import { eventsOf, faultyVault, learning, wellAnswer } from "./model-faults-vault.ts";

const refusal = { status: 400, error: "no" } as const;
const refused =
  /^The conversation is not in memory yet, and waits on disk: Cannot ask "test-model" at "http:\/\/127\.0\.0\.1:\d+\/v1": it refuses the request \(400 no\); check that the model and its settings are meant for this\n$/;
const rests =
  /^The conversation is not in memory yet, and waits on disk: the model \(test-model at 127\.0\.0\.1:\d+\) failed too often; it rests a few minutes, until \d\d:\d\d; "loci doctor" says what is wrong$/;

const asksForMemory = ({ response_format: format }: ChatRequest): boolean =>
  format?.type === "json_schema" && format.json_schema.name === "conclusions";

/** Replies as it should, and fails at all memory work. */
const forgetful = (request: ChatRequest) =>
  asksForMemory(request) ? refusal : wellAnswer(request, []);

const hives = [1, 2, 3, 4, 5, 6, 7];
/** What the person said of a hive, from the request to extract it. */
const ofHive = ({ messages }: ChatRequest) => {
  const said = messages.at(-1)?.content.split("<conversation>").at(-1) ?? "";
  const [text = ""] = /Hive \d belongs to Zoe/.exec(said) ?? [];
  return [conclusion(text)];
};

test.concurrent("five failures shut the guard, the rest waits on disk, and whoever types loci digest has the model asked all the same", async ({
  onTestFinished,
}) => {
  const vault = await faultyVault(forgetful, onTestFinished);
  const asked = (): number => vault.server.requests.filter(asksForMemory).length;
  const input = hives.map((n) => `Hive ${n} belongs to Zoe\n/end\n`).join("");
  const chat = await vault.loci(["chat", "--json"], { input });
  const waits = eventsOf(chat).filter(({ type }) => type === "digest");
  expect(waits.map(({ reason }) => rests.test(String(reason)))).toEqual(hives.map((n) => n > 5));
  expect([chat.code, chat.stderr, asked()]).toEqual([0, "", 5]);
  // By hand it is asked at once, and no more once it failed five times again.
  const all = await vault.loci(["digest", "--json"]);
  expect(eventsOf(all).map(({ status }) => status)).toEqual(hives.map(() => "waiting"));
  expect(asked()).toBe(10);
  const told = await vault.loci(["digest"]);
  expect([told.code, told.stdout, asked()]).toEqual([1, "", 15]);
  const sentences = told.stderr.split("\n");
  expect(sentences.filter((sentence) => rests.test(sentence))).toHaveLength(1);
  expect(sentences.slice(-2)).toEqual(["0 conversations digested, 7 still wait", ""]);
  // The server is well: by hand all is learned, once.
  await vault.mend(ofHive);
  const learned = await vault.loci(["digest", "--json"]);
  expect([learned.code, learned.stderr]).toEqual([0, ""]);
  const texts = eventsOf(learned).map(({ outcomes }) => Object(outcomes)[0]?.text);
  expect(texts.toSorted()).toEqual(hives.map((n) => `Hive ${n} belongs to Zoe`));
  const [log = ""] = readdirSync(join(vault.root, "log"));
  expect(vault.read(`log/${log}`).match(/^## /gm)).toHaveLength(hives.length);
  expect([asked(), vault.server.violations]).toEqual([15 + hives.length, []]);
});

test.concurrent("loci chat, digest and doctor tell people what waits and why, and /why still shows what is known", async ({
  onTestFinished,
}) => {
  const vault = await faultyVault(refusal, onTestFinished);
  const chat = await vault.loci(["chat"], { input: "Where is the boat?\n/why\n" });
  expect(chat.stderr).toMatch(
    /^Cannot ask "test-model" at .*: it refuses the request \(400 no\); [^\n]+\nThe conversation is not in memory yet, and waits on disk: [^\n]+\n$/,
  );
  expect(chat.stdout).toMatch(/^topics\/boats\.md:3 The boat lies in Palamós \(2026-01-02\)\n/);
  expect(chat.code).toBe(1);
  for (const more of [[], ["--quiet"]]) {
    const digest = await vault.loci(["digest", ...more]);
    expect([digest.code, digest.stdout]).toEqual([1, ""]);
    const rest = more.length > 0 ? "" : "0 conversations digested, 1 still waits\n";
    expect(digest.stderr.endsWith(rest)).toBe(true);
    expect(digest.stderr.slice(0, digest.stderr.length - rest.length)).toMatch(refused);
  }
  const doctor = await vault.loci(["doctor"]);
  expect(doctor.code).toBe(1);
  expect(doctor.stdout).toMatch(
    /is not in memory after 3 attempts: Cannot ask .*400 no.*\n {2}It is safe on disk; /,
  );
  await vault.mend(learning("The boat needs paint"));
  expect((await vault.loci(["doctor"])).stdout).toMatch(/^Model test-model at 127\.0\.0\.1:\d+$/m);
});
