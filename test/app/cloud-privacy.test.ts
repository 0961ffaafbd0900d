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
