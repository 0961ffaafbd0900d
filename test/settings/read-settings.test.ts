import { expect, test } from "vitest";
import * as settings from "../../src/settings/read-settings.ts";
import { isSynced } from "../../src/settings/schema.ts";
import { plainSettings } from "../../src/settings/tree.ts";

const { envName } = settings;

/** Where the settings of a vault at /home/ana/loci stand. */
interface Given {
  readonly shared?: string;
  readonly device?: string;
  readonly env?: Record<string, string>;
}

const sources = ({ shared, device, env = {} }: Given) => ({
  root: "/home/ana/loci",
  shared,
  device: { path: "device.yaml", text: device },
  env: { HOME: "/home/ana", ...env },
});
const readSettings = (given: Given) => settings.readSettings(sources(given)).settings;

const messageOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return "no error";
};

test("readSettings() needs no file", () => {
  const settings = readSettings({});
  expect(settings.recall.max).toBe(5);
  expect(settings.server).toEqual({ host: "127.0.0.1", port: 5624 });
  expect(settings.embedding.provider).toBe("offline");
});

test("readSettings() takes each setting from its file, a vault's own section over the device's, and the environment over all", () => {
  const { recall, languages, device } = readSettings({
    shared: "languages: [ca, en]\n",
    device:
      "device: board\nrecall: { skipAbove: 0.4, floor: 0.1, max: 7 }\nvaults:\n  ~/loci:\n    recall: { skipAbove: 0.6, max: 9 }\n  /other:\n    recall: { max: many }\n",
    env: { LOCI_RECALL_SKIP_ABOVE: "0.5", LOCI_LANGUAGES: "es, ca" },
  });
  expect(recall).toMatchObject({ skipAbove: 0.5, floor: 0.1, max: 9 });
  expect(languages).toEqual(["es", "ca"]);
  expect(device).toBe("board");
});

test("readSettings() obeys nothing in loci.yaml that is a device's, whatever it says, and names it", () => {
  const shared = `languages: [ca]
privacy: { enabled: false, retentionDays: many, redactForCloud: true }
commit: { enabled: false }
prune: { enabled: false, max: 300 }
site: { title: Ours, include: [private] }
model: { baseUrl: "https://evil.example/v1" }
voice:
`;
  const read = settings.readSettings(sources({ shared }));
  const { privacy, commit, prune, site, model, languages } = read.settings;
  expect(languages).toEqual(["ca"]);
  expect(privacy).toMatchObject({ enabled: true, retentionDays: 30 });
  expect(commit.enabled).toBe(true);
  expect(prune).toMatchObject({ enabled: true, max: 300 });
  expect(site).toMatchObject({ title: "Ours", include: [] });
  expect(model.baseUrl).toBeUndefined();
  expect(read.ignored).toMatchSnapshot();
});

test("readSettings() leaves out settings of earlier versions in both files, and says so in one sentence", () => {
  const shared =
    "noteSection: Notes\nsite: { title: Ours, lineBreaks: true }\nprune: { except: [ana] }\n";
  const device =
    "sync: { quietMs: 30000 }\nvaults: { ~/loci: { voice: { minSpeechMs: 260 }, log: debug } }";
  const { settings: read, ignored } = settings.readSettings(sources({ shared, device }));
  expect(read.site.title).toBe("Ours");
  expect(ignored).toEqual([
    "No settings any more, so delete them: noteSection, site.lineBreaks, prune.except, sync.quietMs, voice.minSpeechMs, log",
  ]);
});

test("readSettings() refuses in device.yaml what belongs to the vault", () => {
  const wrong = ["languages: [en]", "vaults:\n  ~/loci:\n    prune: { max: 5 }"];
  expect(wrong.map((device) => messageOf(() => readSettings({ device })))).toMatchSnapshot();
});

test("plainSettings() are each in one of the two files, and about 100", () => {
  const synced = plainSettings().filter(({ path }) => isSynced(path));
  expect(synced.map(({ path }) => path.join("."))).toMatchSnapshot();
});

test("readSettings() names file, line and the nearest right key", () => {
  const wrong: Record<string, string> = {
    "unknown key": "languages: [en]\nbnks: [Work]\n",
    "unknown inner key": "prune:\n  mxa: 3\n",
    "wrong type": "prune:\n  max: many\n",
    "bad language": "languages: [english]\n",
    "bad YAML": "banks: [Work\n",
    "a list": "- a\n- b\n",
    "time zone": "timezone: Mars/Olympus\n",
    bomb: "a: &a [x]\nb: [*a, *a]\n",
  };
  const messages = Object.fromEntries(
    Object.entries(wrong).map(([name, text]) => [
      name,
      messageOf(() => readSettings({ shared: text })),
    ]),
  );
  expect(messages).toMatchSnapshot();
});

/** What is said of a `device.yaml`, without the words that all of them begin with. */
const faultOf = (text: string): string =>
  messageOf(() => readSettings({ device: text })).replace(
    /^Cannot (?:read the settings|use "[^"]*") in device.yaml/,
    "",
  );

test("readSettings() says where a wrong value stands, and what is wrong with it", () => {
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
    "sync: { tokenFile: '' }",
    "device: a device with a name that is so long that nobody would ever read to its end",
    "voice:\n\tenabled: true",
    "device: a\ndevice: b",
  ];
  const said = Object.fromEntries(wrong.map((text) => [text, faultOf(text)]));
  expect(said).toMatchSnapshot();
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
  ];
  const said = wrong.map(faultOf);
  expect(Object.fromEntries(wrong.map((text, i) => [text, said[i]]))).toMatchSnapshot();
  const real = plainSettings().flatMap(({ path }) =>
    path.map((_, i) => path.slice(0, i + 1).join(".")),
  );
  for (const [, suggested = ""] of said.join("\n").matchAll(/did you mean "(.*?)"/g)) {
    expect(real).toContain(suggested);
  }
  expect(said.join(" ")).not.toContain("sk-123");
});

test("readSettings() takes every setting but keys of one's own from the environment, at any depth", () => {
  const device =
    "voice:\n  transcriber: { model: small }\n  synthesizer: { voices: { ca: amy } }\n";
  const env = {
    LOCI_VOICE_TRANSCRIBER_URL: "tcp://192.168.1.9:10300",
    LOCI_VOICE_NAMES: "Marvin, loci",
    LOCI_VOICE_BUTTON_GPIO_LINE: "17",
  };
  const { voice } = readSettings({ device, env });
  expect(voice.transcriber).toEqual({
    provider: "auto",
    url: "tcp://192.168.1.9:10300",
    model: "small",
  });
  expect(voice.names).toEqual(["Marvin", "loci"]);
  expect(voice.button).toEqual({ gpioChip: "gpiochip0", gpioLine: 17 });
  expect(voice.synthesizer).toMatchObject({ voices: { ca: "amy" } });
  const names = plainSettings().map(({ path }) => envName(path));
  expect(new Set(names).size, "no two settings share a variable").toBe(names.length);
});

test("readSettings() refuses a variable that cannot hold its setting", () => {
  const wrong = {
    LOCI_SERVER_PORT: "",
    LOCI_VOICE_ENABLED: "yes",
    LOCI_AGENTS: "chef",
    LOCI_VOICE_SYNTHESIZER_VOICES: "amy",
  };
  const said = Object.entries(wrong).map(([name, text]) =>
    messageOf(() => readSettings({ env: { [name]: text } })),
  );
  expect(said).toMatchSnapshot();
});

test("readSettings() names a wrong environment variable", () => {
  const message = messageOf(() => readSettings({ env: { LOCI_SERVER_PORT: "99999" } }));
  expect(message).toContain("LOCI_SERVER_PORT");
});

test("envName() writes a setting's path in capitals", () => {
  expect(envName(["embedding", "apiKeyFile"])).toBe("LOCI_EMBEDDING_API_KEY_FILE");
});
