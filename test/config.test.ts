import { expect, test } from "vitest";
import { envName, readSettings, readUsableSettings } from "../src/config.ts";
import { useVault } from "./temp.ts";

const messageOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return "no error";
};

test("readSettings() needs no file", () => {
  const settings = readSettings(useVault({}), {});
  expect(settings.recall.limit).toBe(8);
  expect(settings.server).toEqual({ host: "127.0.0.1", port: 5624 });
  expect(settings.embedding.provider).toBe("offline");
});

test("readSettings() lets the device override the vault, and the environment both", () => {
  const root = useVault({
    "loci.yaml": "languages: [ca, en]\nrecall:\n  limit: 3\n",
    ".loci/device.yaml": "device: board\nrecall:\n  limit: 4\n  floor: 0.1\n",
  });
  const settings = readSettings(root, { LOCI_RECALL_LIMIT: "5", LOCI_LANGUAGES: "es, ca" });
  expect(settings.recall).toEqual({ limit: 5, floor: 0.1 });
  expect(settings.languages).toEqual(["es", "ca"]);
  expect(settings.device).toBe("board");
});

test("readSettings() names file, line and the nearest right key", () => {
  const wrong: Record<string, string> = {
    "unknown key": "languages: [en]\nbnks: [Work]\n",
    "unknown inner key": "recall:\n  limti: 3\n",
    "wrong type": "recall:\n  limit: many\n",
    "bad language": "languages: [english]\n",
    "bad YAML": "banks: [Work\n",
    "a list": "- a\n- b\n",
    "device key in the synced file":
      "languages: [en]\nembedding:\n  baseUrl: https://evil.example\n",
    "time zone": "timezone: Mars/Olympus\n",
    bomb: "a: &a [x]\nb: [*a, *a]\n",
  };
  const messages = Object.fromEntries(
    Object.entries(wrong).map(([name, text]) => [
      name,
      messageOf(() => readSettings(useVault({ "loci.yaml": text }), {})),
    ]),
  );
  expect(messages).toMatchSnapshot();
});

test("readSettings() names a wrong environment variable", () => {
  const message = messageOf(() => readSettings(useVault({}), { LOCI_SERVER_PORT: "99999" }));
  expect(message).toContain("LOCI_SERVER_PORT");
});

test("envName() writes a setting's path in capitals", () => {
  expect(envName("embedding", "apiKeyFile")).toBe("LOCI_EMBEDDING_API_KEY_FILE");
});

test("readUsableSettings() goes on with what is sound in an unusable loci.yaml, and says what is wrong", () => {
  const cases: Record<string, string> = {
    "languages: [ca]\nfutureKey: 1\nprivacy:\n  enabled: false\n  newer: x\n": "newer",
    "languages: [ca]\nrecall:\n  limit: many\nprivacy:\n  enabled: false\n": "recall.limit",
    "languages: [ca]\nsync:\n  remote: theirs\nprivacy:\n  enabled: false\n": "sync",
    "languages: [ca]\ndefaultBank: None\nprivacy:\n  enabled: false\n": "",
  };
  for (const [text, key] of Object.entries(cases)) {
    const { settings, fault } = readUsableSettings(useVault({ "loci.yaml": text }), {});
    expect(fault?.message, text).toContain(key);
    if (key !== "")
      expect(settings).toMatchObject({ languages: ["ca"], privacy: { enabled: false } });
    expect(settings.sync.remote).toBe("origin");
  }
});

test("readUsableSettings() goes on without a loci.yaml that is no YAML, not without the device's own", () => {
  const root = useVault({
    "loci.yaml": "banks: [Work\n",
    ".loci/device.yaml": "device: board\n",
  });
  expect(readUsableSettings(root, {})).toMatchObject({ settings: { device: "board" } });
  expect(readUsableSettings(root, {}).fault?.message).toMatch(/loci\.yaml, line/);
  const bad = useVault({ "loci.yaml": "x: 1\n", ".loci/device.yaml": "devcie: board\n" });
  expect(() => readUsableSettings(bad, {})).toThrow(/devcie/);
});
