import { expect, onTestFinished, test } from "vitest";
import { openLoci } from "../../src/app/loci.ts";
import { type Happening, onHappening } from "../../src/diagnostics.ts";
import { restore } from "../../src/memory/restore.ts";
import { type ChatServer, startChatServer } from "../models/chat-server.ts";
import { useVault } from "../temp.ts";
import { useCloudName } from "../use-cloud-name.ts";
import { filesIn } from "./upkeep-ports.ts";

const noon = Date.parse("2026-11-26T12:00:00Z");
const said = (text: string, day: string, more = ""): string =>
  `- ${text} (2026-01-${day}) [source:: s${day}]${more}\n`;
const tea =
  said("Drinks green tea at breakfast", "01") +
  said("Drinks green tea at work", "02") +
  said("Drinks green tea at 17:30 with Marta", "03");
const summary = "Drinks green tea at breakfast, at work and at 17:30 with Marta.";

/** A vault whose summaries a server makes. */
async function withServer(
  files: Record<string, string>,
  script: (server: ChatServer) => void,
  settings = "",
  host = "127.0.0.1",
) {
  const server = await startChatServer();
  onTestFinished(() => server.close());
  script(server);
  const root = useVault({
    ...files,
    "loci.yaml": `timezone: UTC\n${settings}`,
  });
  const said: string[] = [];
  const env = {
    LOCI_DEVICE: "potato",
    LOCI_MODEL_BASE_URL: server.url.replace("127.0.0.1", host),
    LOCI_MODEL_NAME: "test-model",
    LOCI_MODEL_RETRIES: "0",
  };
  const loci = await openLoci({ root, env, now: () => noon, report: (one) => said.push(one) });
  onTestFinished(() => loci.close());
  return { server, root, loci, said, files: () => filesIn(root) };
}

test("the run does what its dry run showed, and it is counted", async () => {
  const heard: Happening[] = [];
  onTestFinished(onHappening((one) => heard.push(one)));
  const { server, loci, files } = await withServer({ "topics/tea.md": tea }, (one) => {
    one.always = summary;
  });
  const dry = await loci.upkeep.run({ isDryRun: true });
  expect([files()["topics/tea.md"], server.requests.length]).toEqual([tea, 1]);
  expect(dry.steps).toMatchObject([
    {
      text: summary,
      originals: [
        { text: "Drinks green tea at breakfast" },
        { text: "Drinks green tea at work" },
        { text: "Drinks green tea at 17:30 with Marta" },
      ],
    },
  ]);
  expect(await loci.upkeep.run()).toEqual(dry);
  expect(server.violations).toEqual([]);
  expect(files()["topics/tea.md"]).toContain(summary);
  expect(heard).toContainEqual({ type: "summarized", count: 3 });
  const found = await loci.memory.recall("When is green tea drunk?");
  expect(found.hits.map(({ text, date }) => [text, date])).toEqual([[summary, "2026-01-03"]]);
  const { sessions } = (await loci.conversations.open()).db;
  await restore(loci.vault, {}, "Drinks green tea at work", sessions);
  expect(files()["topics/tea.md"]).toContain(tea.split("\n")[1]);
  expect((await loci.upkeep.run()).steps).toEqual([]);
});

test.each<[string, ChatServer["always"]]>([
  ["drops a number", "Drinks green tea at breakfast, at work and with Marta."],
  ["is broken", { status: 500 }],
  ["breaks off", { text: summary.slice(0, 30), cut: "destroy" }],
  ["was cut off", { text: summary.slice(0, 30), finish: "length" }],
  ["refuses", { refusal: "I cannot help with that" }],
])(
  "a model that %s changes no file",
  async (_, always) => {
    const { loci, said, files } = await withServer({ "topics/tea.md": tea }, (server) => {
      server.always = always;
    });
    const before = files();
    const { steps, dropped } = await loci.upkeep.run();
    expect([steps, files()]).toEqual([[], before]);
    expect(dropped + said.length).toBeGreaterThan(0);
  },
  20_000,
);

test("what is secret goes to no model", async () => {
  const files = {
    "topics/tea.md": tea + said("Hides the zorblax key", "04", " [sensitivity:: secret]"),
  };
  const { server, loci } = await withServer(
    files,
    (one) => {
      one.always = "No.";
    },
    "",
    useCloudName(),
  );
  await loci.upkeep.run();
  expect(server.requests).toHaveLength(1);
  expect(JSON.stringify(server.requests)).not.toContain("zorblax");
});

test.each([
  "consolidate: {enabled: false}",
  "privacy: {enabled: false}",
  "privacy: {crossSession: false}",
])("with %s no model is asked", async (setting) => {
  const answers = (one: ChatServer) => {
    one.always = summary;
  };
  const { server, loci, files } = await withServer({ "topics/tea.md": tea }, answers, setting);
  await loci.upkeep.run();
  expect([server.requests, files()["topics/tea.md"]]).toEqual([[], tea]);
});
