import { expect, test } from "vitest";
import { ana } from "../private-talk.ts";
import { useCloudName } from "../use-cloud-name.ts";
import { watchVault } from "../watched-vault.ts";

const drawers = Array.from({ length: 30 }, (_, i) => `- Safe drawer ${i} is for letters\n`).join(
  "",
);
const files = {
  "topics/safe.md": `- Safe code is zorblax [sensitivity:: secret]\n- Safe stands in the hall\n${drawers}`,
  "people/bob/topics/safe.md": "- Safe of Bob is quuxified\n",
  "people/ana/topics/safe.md": "- Safe money for the trip to Rome, ask ana@example.com\n",
};
const on = { LOCI_RECALL_RERANK: "true" };
const question = "Which safe is for the trip to Rome?";

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
