import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { useRepository } from "../cli/synced-vaults.ts";
import { lociJson, runLoci } from "../run-loci.ts";

const strict = `privacy:
  redactForCloud: true
  retentionDays: 7
site:
  include: [people/ana]
  protectedBanks: [Health]
`;
const weak = `privacy:
  saveTranscripts: true
  retentionDays: 90
site:
  include: [people]
`;

/** A vault whose settings hold on this device, and then come in weaker, as by any git. */
async function useWeakened(after = weak) {
  const root = useRepository({ "loci.yaml": `languages: [en]\n${strict}` });
  const loci = (...args: string[]) => runLoci([...args, "--vault", root]);
  expect(await loci("recall", "sage")).toMatchObject({ code: 0, stderr: "" });
  const pull = (text: string): void =>
    writeFileSync(join(root, "loci.yaml"), `languages: [en]\n${text}`);
  pull(after);
  const values = async (env: Record<string, string> = {}) => {
    const [{ settings }] = (await lociJson(["config", "--vault", root], { env })) as [
      { settings: readonly { key: string; value: unknown; origin: string }[] },
    ];
    const wanted = /^(?:privacy\.(?:redact|saveT|retention)|site\.(?:include|protected))/;
    return Object.fromEntries(
      settings.filter(({ key }) => wanted.test(key)).map(({ key, value }) => [key, value]),
    );
  };
  return { root, loci, pull, values };
}

const before = {
  "privacy.redactForCloud": true,
  "privacy.saveTranscripts": false,
  "privacy.retentionDays": 7,
  "site.include": [],
  "site.protectedBanks": ["Health"],
};

describe("a loci.yaml that came in and is less private", () => {
  test("takes no effect on this device, and is named setting by setting", async () => {
    const { loci, values } = await useWeakened();
    const sentence =
      'loci.yaml makes this vault less private than it was on this device, and that waits for your yes: privacy.retentionDays from 7 to 90, privacy.saveTranscripts from false to true, privacy.redactForCloud from true to false, site.include from [] to ["people"], site.protectedBanks from ["Health"] to []; "loci config --accept-privacy" takes it over\n';
    for (const _ of ["reread", "from the cache"]) {
      expect(await loci("recall", "sage")).toMatchObject({ code: 0, stderr: sentence });
    }
    expect(await values()).toEqual(before);
    const { stdout: found } = await loci("doctor");
    expect(found).toContain(
      'loci.yaml: privacy.redactForCloud would go from true to false, which is less private; on this device the former value holds\n  Run "loci config --accept-privacy"',
    );
  });

  test("takes effect after one yes, and is asked about no more", async () => {
    const { loci, values } = await useWeakened();
    const { stdout } = await loci("config", "--accept-privacy");
    expect(stdout).toContain("privacy.redactForCloud is now false\n");
    expect(await loci("recall", "sage")).toMatchObject({ code: 0, stderr: "" });
    expect(await values()).toEqual({
      "privacy.redactForCloud": false,
      "privacy.saveTranscripts": true,
      "privacy.retentionDays": 90,
      "site.include": ["people"],
      "site.protectedBanks": [],
    });
  });

  test("also where it cannot be read any more, or is gone", async () => {
    const { loci, values, pull } = await useWeakened("privacy: [\n");
    expect((await loci("recall", "sage")).code).toBe(1);
    expect((await loci("sync")).stderr).toContain("privacy.redactForCloud from true to false");
    pull("");
    expect(await values()).toEqual(before);
  });

  test("does not hold against what this device's own settings say", async () => {
    const { root, values } = await useWeakened();
    writeFileSync(join(root, ".loci/device.yaml"), "privacy:\n  retentionDays: 365\n");
    expect(await values({ LOCI_PRIVACY_REDACT_FOR_CLOUD: "false" })).toEqual({
      ...before,
      "privacy.retentionDays": 365,
      "privacy.redactForCloud": false,
    });
  });

  test("and one that is more private counts at once, so that the way back is asked for", async () => {
    const { loci, values, pull } = await useWeakened(`${strict.replace("7", "1")}`);
    expect(await loci("recall", "sage")).toMatchObject({ code: 0, stderr: "" });
    expect(await values()).toMatchObject({ "privacy.retentionDays": 1 });
    pull(strict);
    expect((await loci("recall", "sage")).stderr).toContain("retentionDays from 1 to 7");
    expect(await values()).toMatchObject({ "privacy.retentionDays": 1 });
  });
});

test.each([
  ["defaultBank", "defaultBank: Personal\n"],
  ["banks", "banks: [General, Work, Diary]\n"],
])("a %s that would take lines out of a protected bank waits for a yes", async (key, after) => {
  const rule = "site:\n  protectedBanks: [General]\n";
  const root = useRepository({ "loci.yaml": rule });
  const loci = (...args: string[]) => runLoci([...args, "--vault", root]);
  expect(await loci("recall", "sage")).toMatchObject({ code: 0, stderr: "" });
  writeFileSync(join(root, "loci.yaml"), rule + after);
  expect((await loci("recall", "sage")).stderr).toContain(`waits for your yes: ${key} from`);
  expect((await loci("config", "--accept-privacy")).stdout).toContain(`${key} is now`);
  expect((await loci("recall", "sage")).stderr).not.toContain("waits for your yes");
});

test("banks change without a question while none is protected", async () => {
  const root = useRepository({ "loci.yaml": "banks: [General]\n" });
  expect((await runLoci(["recall", "sage", "--vault", root])).stderr).toBe("");
  writeFileSync(join(root, "loci.yaml"), "banks: [General, Diary]\ndefaultBank: Diary\n");
  const { code, stderr } = await runLoci(["recall", "sage", "--vault", root]);
  expect([code, stderr.includes("waits for your yes")]).toEqual([0, false]);
});

test("loci init --from shows what the vault keeps or shows beyond the defaults", async () => {
  const root = useRepository({ "loci.yaml": `languages: [en]\n${weak}` });
  const { code, stderr } = await runLoci(["init", `${root}-copy`, "--from", root]);
  expect(code, stderr).toBe(0);
  expect(stderr).toContain(
    'Its loci.yaml keeps or shows more than the defaults: privacy.retentionDays: 90, privacy.saveTranscripts: true, site.include: ["people"]',
  );
  expect(readFileSync(join(`${root}-copy`, ".loci/privacy.json"), "utf8")).toContain(
    '"privacy.saveTranscripts":true',
  );
});
