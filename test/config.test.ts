import { expect, test } from "vitest";
import { envName, readSettings, readUsableSettings } from "../src/config.ts";
import { plainSettings, sectionPaths } from "../src/settings-tree.ts";
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
  expect(settings.recall).toMatchObject({ limit: 5, floor: 0.1 });
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

/** What is said of a `.loci/device.yaml`, without the words that all of them begin with. */
const faultOf = (text: string): string =>
  messageOf(() => readSettings(useVault({ ".loci/device.yaml": text }), {})).replace(
    /^Cannot (?:read the settings|use "[^"]*") in .loci.device.yaml/,
    "",
  );

test("readSettings() says in plain words what to write instead of a wrong value", () => {
  const wrong = [
    "voice: { silenceMs: 0.7s }",
    "voice: { silenceMs: 700.5 }",
    "voice: { silenceMs: 100 }",
    "voice: { silenceMs: 50 }",
    "voice: { silenceMs: much }",
    "voice: { enabled: yes }",
    "voice: { activation: always }",
    "voice: { names: loci }",
    "voice: { names: [] }",
    "voice: { names: [x] }",
    "voice: { names: [7] }",
    "voice: { speaker: '' }",
    "voice: { transcriber: 'http://192.168.1.9' }",
    "voice: { transcriber: { url: '192.168.1.9:8000' } }",
    "voice: { transcriber: { url: 'localhost:8000' } }",
    "voice: { transcriber: { url: 'http://me:secret@host/v1' } }",
    "voice: { transcriber: { model: 7 } }",
    "voice: { synthesizer: { voices: amy } }",
    "voice: { synthesizer: { voices: { cat: amy } } }",
    "voice: { button: { gpioLine: seven } }",
    "voice:",
    "voice: { transcriber: }",
    "voice: { transcriber: { model: } }",
    "model: { baseUrl: here }",
    "sync: { ca: '' }",
    "device: a device with a name that is so long that nobody would ever read to its end",
    "agents: { chef: { banks: [Work] } }",
    "agents: { 'the chef': { persona: x } }",
    "voice:\n\tenabled: true",
    "device: a\ndevice: b",
  ];
  const said = Object.fromEntries(wrong.map((text) => [text, faultOf(text)]));
  expect(said).toMatchSnapshot();
  for (const [text, words] of Object.entries(said)) {
    expect(words, text).not.toMatch(/invalid|expected|received|too small|too big|record/i);
  }
});

test("readSettings() suggests only settings of that very section, and none for keys of servers", () => {
  const wrong = [
    "voice: { transcriber: { uri: x } }",
    "voice: { transcriber: { apiKey: sk-123 } }",
    "voice: { synthesizer: { voice: amy } }",
    "voice: { synthesizer: { token: abc } }",
    "voice: { button: { line: 17 } }",
    "voice: { url: x }",
    "model: { key: sk-123 }",
    "sync: { token: abc }",
    "apiKey: sk-123",
    "agents: { chef: { personna: x } }",
  ];
  const said = wrong.map(faultOf);
  expect(Object.fromEntries(wrong.map((text, i) => [text, said[i]]))).toMatchSnapshot();
  const settings = [...plainSettings().map(({ path }) => path), ...sectionPaths()];
  const real = ["agents.chef.persona", ...settings.map((path) => path.join("."))];
  for (const [, suggested = ""] of said.join("\n").matchAll(/did you mean "(.*?)"/g)) {
    expect(real).toContain(suggested);
  }
  expect(said.join(" ")).not.toContain("sk-123");
});

test("readSettings() takes every setting but keys of one's own from the environment, at any depth", () => {
  const root = useVault({
    ".loci/device.yaml":
      "voice:\n  transcriber: { model: small }\n  synthesizer: { voices: { ca: amy } }\n",
  });
  const { voice } = readSettings(root, {
    LOCI_VOICE_TRANSCRIBER_URL: "tcp://192.168.1.9:10300",
    LOCI_VOICE_NAMES: "Marvin, loci",
    LOCI_VOICE_BUTTON_GPIO_LINE: "17",
  });
  expect(voice.transcriber).toEqual({
    provider: "auto",
    url: "tcp://192.168.1.9:10300",
    model: "small",
  });
  expect(voice.names).toEqual(["Marvin", "loci"]);
  expect(voice.button).toEqual({ gpioChip: "gpiochip0", gpioLine: 17 });
  expect(voice.synthesizer).toMatchObject({ voices: { ca: "amy" } });
  const names = [...plainSettings().map(({ path }) => path), ...sectionPaths()].map((path) =>
    envName(...path),
  );
  expect(new Set(names).size, "no two settings share a variable").toBe(names.length);
});

test("readSettings() refuses a variable that cannot hold its setting", () => {
  const wrong = {
    LOCI_SERVER_PORT: "",
    LOCI_VOICE_ENABLED: "yes",
    LOCI_VOICE_TRANSCRIBER: "whisper",
    LOCI_AGENTS: "chef",
    LOCI_VOICE_SYNTHESIZER_VOICES: "amy",
  };
  const said = Object.entries(wrong).map(([name, text]) =>
    messageOf(() => readSettings(useVault({}), { [name]: text })),
  );
  expect(said).toMatchSnapshot();
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

test("readUsableSettings() goes on without a loci.yaml that is not YAML, not without the device's own", () => {
  const root = useVault({
    "loci.yaml": "banks: [Work\n",
    ".loci/device.yaml": "device: board\n",
  });
  expect(readUsableSettings(root, {})).toMatchObject({ settings: { device: "board" } });
  expect(readUsableSettings(root, {}).fault?.message).toMatch(/loci\.yaml, line/);
  const bad = useVault({ "loci.yaml": "x: 1\n", ".loci/device.yaml": "devcie: board\n" });
  expect(() => readUsableSettings(bad, {})).toThrow(/devcie/);
});
