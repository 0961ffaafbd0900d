import { expect, test } from "vitest";
import type { ChatRequest } from "../models/chat-rules.ts";
import { watchVault } from "../watched-vault.ts";
import { ana } from "./private-talk.ts";
import { useCloudName } from "./use-cloud-name.ts";

const drawers = Array.from({ length: 30 }, (_, i) => `- Safe drawer ${i} is for letters\n`).join(
  "",
);
const files = {
  "topics/safe.md": `- Safe code is zorblax [sensitivity:: secret]\n- Safe stands in the hall\n${drawers}`,
  "people/bob/topics/safe.md": "- Safe of Bob is quuxified\n",
  "people/ana/topics/safe.md": "- Safe money for the trip to Rome, ask ana@example.com\n",
};
const on = { LOCI_RECALL_RERANK: "true" };
const question = "What about the safe?";

/** The memories that a request quotes. */
const memoriesIn = ({ messages }: ChatRequest): { id: number; text: string }[] =>
  JSON.stringify(messages.at(-1)?.content)
    .split("\\n")
    .filter((line) => line.startsWith('{\\"id\\"'))
    .map((line) => JSON.parse(JSON.parse(`"${line}"`)));

/** The one of these words first. */
const first = (words: RegExp) => (request: ChatRequest) => ({
  json: {
    scores: memoriesIn(request).map(({ id, text }) => ({ id, score: words.test(text) ? 1 : 0.7 })),
  },
});

test("recall.rerank asks a model about 20 memories that the person may see, and the reply gets the 5 best", async () => {
  const made = await watchVault(files, { rerank: first(/drawer 12/) }, { env: on });
  await made.talk([question], ana);
  const [asked] = made.asked("rerank");
  expect(made.asked("rerank")).toHaveLength(1);
  expect(memoriesIn(asked ?? { model: "", messages: [] })).toHaveLength(20);
  expect(JSON.stringify(made.server.requests)).not.toContain("quuxified");
  const reply = JSON.stringify(made.asked("reply")[0]);
  const memories = reply.slice(reply.lastIndexOf("<memories>"), reply.lastIndexOf("</memories>"));
  expect(memories.match(/topic/g)).toHaveLength(5);
  expect(memories.indexOf("drawer 12")).toBeLessThan(memories.indexOf("hall"));
  expect(made.reports).toEqual([]);
});

test("off, the default, no model is asked to rank, and the reply gets what recall gives", async () => {
  const made = await watchVault(files, { rerank: first(/drawer 12/) });
  await made.talk([question], ana);
  expect([made.asked("rerank"), made.reports]).toEqual([[], []]);
});

test("what cannot be used as a ranking is reported, and the reply comes all the same", async () => {
  const made = await watchVault(files, { rerank: () => "the third" }, { env: on });
  await made.talk([question], ana);
  expect(JSON.stringify(made.asked("reply")[0])).toContain("Safe");
  expect(made.reports).toEqual([
    "Something went wrong in a conversation: Cannot rank memories by the model's answer: it is not the JSON that was asked for; set model.name to another model, or recall.rerank to false",
  ]);
});

test("a far model gets no secret to rank, and no address where that is set so", async () => {
  const rank = async (more: Record<string, string>, host?: string) => {
    const few = { ...files, "topics/safe.md": files["topics/safe.md"].replace(drawers, "") };
    const all = { ...on, ...more };
    const made = await watchVault(few, {}, { env: all });
    if (host !== undefined)
      made.env.LOCI_MODEL_BASE_URL = made.server.url.replace("127.0.0.1", host);
    await made.talk([question], ana);
    expect(made.asked("rerank").length).toBeGreaterThan(0);
    return JSON.stringify(made.asked("rerank"));
  };
  expect(await rank({})).toContain("zorblax");
  const far = await rank({}, useCloudName());
  expect(far).toContain("Safe stands in the hall");
  expect(far).toContain("ana@example.com");
  expect(far).not.toContain("zorblax");
  expect(far).not.toContain("quuxified");
  const redacted = await rank({ LOCI_PRIVACY_ANONYMIZE: "cloud" }, useCloudName());
  expect(redacted).toContain("Rome");
  expect(redacted).not.toContain("ana@example.com");
});
