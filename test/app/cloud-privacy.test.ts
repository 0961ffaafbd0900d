import { join } from "node:path";
import { expect, test } from "vitest";
import { ana, bytesOf, call, files, learn } from "../private-talk.ts";
import { useCloudName } from "../use-cloud-name.ts";
import { type Script, watchVault } from "../watched-vault.ts";

test("privacy.anonymize cloud: a far model gets no private data to see, a near one gets all", async () => {
  const page = "Plumbers:\n612345678 is Joan's\nana@example.org\n";
  const script: Script = {
    reply: (request, nth) =>
      nth === 0
        ? { toolCalls: [{ name: "read_topic", arguments: { topic: "plumbers" } }] }
        : nth === 1
          ? {
              toolCalls: [
                { name: "set_slot", arguments: { name: "phone", value: "+34 612 34 56 78" } },
                { name: "set_slot", arguments: { name: "digits", value: 612345678 } },
              ],
            }
          : `Fine ${request.messages.length}`,
  };
  const converse = async (host: string, redacts: string) => {
    const made = await watchVault({ ...files, "topics/plumbers.md": page }, script, {
      env: { LOCI_PRIVACY_ANONYMIZE: redacts },
    });
    made.env.LOCI_MODEL_BASE_URL = made.server.url.replace("127.0.0.1", host);
    await made.talk([`${call}. Which plumbers are there?\n<ana@example.org>`], ana);
    expect(made.server.violations).toEqual([]);
    expect(made.reports).toEqual([]);
    expect(made.asked("reply")).toHaveLength(3);
    expect(made.asked("extract")).toHaveLength(1);
    return JSON.stringify(made.server.requests);
  };
  const privateData = /612 ?34|ana@example/;
  const far = await converse(useCloudName(), "cloud");
  expect(far).not.toMatch(privateData);
  expect(far).toContain("[phone] is Joan's");
  expect(await converse("models.example.org", "off")).toMatch(privateData);
  const near = await converse("127.0.0.1", "cloud");
  for (const data of ["612345678 is", "call me at 612 34 56 78", "ana@example.org"]) {
    expect(near).toContain(data);
  }
});

const secrets = {
  ...files,
  "people/ana/profile.md":
    "- Speaks Catalan\n- Safe opens with zorblax-one [sensitivity:: secret]\n  - and with zorblax-two\n",
  "topics/safe.md":
    "---\ntitle: Safe\n---\n\n- Safe stands in the hall\n- Safe code is zorblax-three (2026-02-01) [sensitivity:: Secret]\n\n  It was zorblax-four before, says the safe.\n- Safe key hangs by the door\n",
};

test("memories marked as secret are in no request to a far model, by whichever way", async () => {
  const script: Script = {
    reply: (_, nth) =>
      nth === 0
        ? {
            toolCalls: [
              { name: "recall", arguments: { query: "safe code zorblax" } },
              { name: "read_topic", arguments: { topic: "safe" } },
            ],
          }
        : "Fine.",
    extract: () => ({ conclusions: learn("The safe code is new") }),
    split: () => ({ json: { subtopics: [] } }),
  };
  const converse = async (host: string, more: Record<string, string> = {}) => {
    const long = Array.from({ length: 12 }, (_, i) => `- Safe drawer ${i} is for letters\n`).join(
      "",
    );
    const made = await watchVault(
      { ...secrets, "topics/safe.md": secrets["topics/safe.md"] + long },
      script,
      { env: { LOCI_SPLIT_ENTRIES: "10", ...more } },
    );
    made.env.LOCI_MODEL_BASE_URL = made.server.url.replace("127.0.0.1", host);
    const loci = await made.open();
    const conversation = await loci.converse(ana);
    for await (const _ of conversation.turn("What is the safe code, and the code before?"));
    for await (const _ of conversation.say("/topic safe"));
    for await (const _ of conversation.turn("The safe code is new"));
    await conversation.end();
    await loci.close();
    expect(made.server.violations).toEqual([]);
    return made;
  };
  const near = JSON.stringify((await converse("127.0.0.1")).server.requests);
  for (const n of ["one", "two", "three", "four"]) expect(near).toContain(`zorblax-${n}`);
  const host = useCloudName();
  const far = await converse(host);
  for (const kind of ["reply", "extract", "split"] as const) {
    expect(far.asked(kind).length).toBeGreaterThan(0);
    expect(JSON.stringify(far.asked(kind))).toContain("Safe stands in the hall");
  }
  const sent = JSON.stringify(far.server.requests).replaceAll('"query\\":\\"safe code zorblax', "");
  expect(sent).not.toMatch(/zorblax-/);
});

test("a secret that was said is in no summary that later prompts hold", async () => {
  const secret = "My safe opens with zorblax-five";
  const vault = await watchVault(files, {
    extract: () => ({
      summary: `Told that ${secret}.`,
      intents: [secret],
      conclusions: learn(secret).map((one) => ({ ...one, sensitivity: "secret" })),
    }),
  });
  await vault.talk([`Remember that ${secret.toLowerCase()}`], ana);
  expect(bytesOf(join(vault.root, "people"))).toContain("zorblax-five");
  await vault.talk(["Good morning"], { person: "ana" });
  expect(JSON.stringify(vault.asked("reply").at(-1))).not.toContain("zorblax-five");
});
