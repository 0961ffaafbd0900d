import { expect, onTestFinished, test } from "vitest";
import { showLog } from "../../src/memory/show-log.ts";
import { startEmbeddingServer } from "../models/embedding-server.ts";
import { ana, learn } from "../private-talk.ts";
import { useCloudName } from "../use-cloud-name.ts";
import { type Script, watchVault } from "../watched-vault.ts";

/** What the site hides as secret, each piece with a word of its own. */
const marked = {
  "a quoted value": '- Safe code is zorblax-quoted [sensitivity:: "secret"]\n',
  "a value in curly quotes": "- Safe code is zorblax-curly [sensitivity:: “Secret”]\n",
  "round brackets": "- Safe code is zorblax-round (sensitivity:: secret)\n",
  "full-width signs": "- Safe code is zorblax-wide ［sensitivity：： secret］\n",
  "a soft hyphen": "- Safe code is zorblax-soft [sensi\u00adtivity:: secret]\n",
  "a space of no width": "- Safe code is zorblax-zero [sensitivity:: sec\u200bret]\n",
  "a mark within the words": "- Safe [sensitivity:: secret] opens with zorblax-within\n",
  "what is nested": "- Safe notes\n  - safe code zorblax-nested [sensitivity:: secret]\n",
  "what goes on below": "- Safe [sensitivity:: secret]\n\n  Safe code was zorblax-below before.\n",
  "a paragraph": "The safe opens\nwith zorblax-paragraph. [sensitivity:: secret]\n",
  "a callout": "> [!note] Safe [sensitivity:: secret]\n> Safe code is zorblax-callout\n",
  "a table": "| safe | code |\n|---|---|\n| zorblax-table | [sensitivity:: secret] |\n",
  "a section":
    "## Safe [sensitivity:: secret]\n\nSafe code zorblax-section\n\n- Safe zorblax-sectioned\n",
  "a comment": "- Safe is brown %%zorblax-comment%% <!-- zorblax-html -->\n",
  "a comment of blocks": "%%\n\n- Safe zorblax-blocks\n\n%%\n",
};

const filler = Array.from({ length: 12 }, (_, i) => `- Safe drawer ${i} is for letters\n`).join("");
const head = "---\ntitle: Safe\n---\n\n";

const converse = async (page: string, host: string, more: Record<string, string> = {}) => {
  const script: Script = {
    reply: (_, nth) =>
      nth === 0
        ? {
            toolCalls: [
              { name: "recall", arguments: { query: "safe code" } },
              { name: "read_topic", arguments: { topic: "safe" } },
              { name: "read_topic", arguments: { topic: "vault" } },
            ],
          }
        : "Fine.",
    extract: () => ({ conclusions: learn("The safe drawer 12 is for stamps") }),
  };
  const made = await watchVault(
    { "topics/safe.md": `${head}${page}\n## Drawers\n\n${filler}`, ...more },
    script,
    { env: { LOCI_SPLIT_ENTRIES: "10" } },
  );
  made.env.LOCI_MODEL_BASE_URL = made.server.url.replace("127.0.0.1", host);
  const loci = await made.open();
  const conversation = await loci.converse(ana);
  for await (const _ of conversation.turn("What is the safe code?"));
  for await (const _ of conversation.say("/topic safe"));
  for await (const _ of conversation.turn("The safe drawer 12 is for stamps"));
  await conversation.end();
  await loci.close();
  expect(made.reports).toEqual([]);
  for (const kind of ["reply", "extract", "split"] as const)
    expect(JSON.stringify(made.asked(kind))).toContain("Safe drawer 3 is for letters");
  return JSON.stringify(made.server.requests);
};

test.each(Object.entries(marked))(
  "%s that is marked as secret is in no request to a far model",
  async (_, page) => {
    expect(await converse(page, "127.0.0.1"), "one at home sees it").toContain("zorblax-");
    const far = await converse(page, useCloudName());
    expect(far).toContain("Safe drawer 3 is for letters");
    expect(far).not.toContain("zorblax-");
  },
);

test.each([
  ["as it should be", "---\ntitle: Vault\nsummary: zorblax-summary\nsensitivity: secret\n---\n\n"],
  ["that YAML cannot read", "---\ntitle: [Vault\nsensitivity: 'Secret\n---\n\n"],
  ["in a list", "---\ntitle: Vault\nsensitivity:\n  - secret\n---\n\n"],
  ["with a tag of YAML", "---\nsensitivity: !!str secret\n---\n\n"],
  ["with an anchor", "---\nsensitivity: &x secret\n---\n\n"],
  ["as a key of its own line", "---\n? sensitivity\n: secret\n---\n\n"],
  ["in escapes", '---\nsensitivity: "sec\\x72et"\n---\n\n'],
  ["by an alias", "---\ns: &a secret\nsensitivity: *a\n---\n\n"],
])("a file whose frontmatter says so %s is in no request to a far model", async (_, start) => {
  const more = {
    "topics/vault.md": `${start}- Safe code zorblax-file\n\nSafe zorblax-text.\n`,
    "topics/index.txt": "2026-02-11T10:00:00|vault|zorblax-recent\n",
    "people/ana/profile.md": `${start}- Speaks zorblax-profile\n`,
  };
  expect(await converse("", "127.0.0.1", more)).toContain("zorblax-file");
  expect(await converse("", useCloudName(), more)).not.toContain("zorblax-");
});

test("what a profile says again is in no request by it: the line that it is of may be secret by now", async () => {
  const sent = await converse("", "127.0.0.1", {
    "people/ana/profile.md":
      "- Speaks zorblax-own\n- Speaks zorblax-copy [copy-of:: topics/x.md ^y]\n",
  });
  expect(sent).toContain("zorblax-own");
  expect(sent).not.toContain("zorblax-copy");
});

test("a summary, the recent topics and what was resolved retell no secret line to a far model", async () => {
  const secret = "Ben hides the birthday ring in zorblax flour";
  const script: Script = {
    extract: () => ({ summary: "Ben hides a birthday ring in the zorblax flour.", topic: "" }),
  };
  const made = await watchVault(
    {
      "topics/kitchen.md": `---\ntitle: Kitchen\nsummary: birthday ring of Ben in zorblax flour\n---\n\n- ${secret} [sensitivity:: 'secret']\n- The flour is white\n`,
      "topics/index.txt": "2026-02-11T10:00:00|kitchen|birthday ring of Ben in zorblax flour\n",
    },
    script,
  );
  await made.talk(["What do I bake tomorrow in the kitchen?"], ana);
  await made.talk(["Good morning"], ana);
  expect(JSON.stringify(made.asked("reply"))).toMatch(/resolved.*zorblax|zorblax.*resolved/i);
  made.server.requests.length = 0;
  made.env.LOCI_MODEL_BASE_URL = made.server.url.replace("127.0.0.1", useCloudName());
  await made.talk(["Good morning, what is in the kitchen?"], ana);
  expect(made.server.requests.length).toBeGreaterThan(0);
  expect(JSON.stringify(made.server.requests)).not.toContain("zorblax");
});

test("what was recalled while the model was at home stays at home", async () => {
  const made = await watchVault({
    "topics/safe.md": '- Safe code is zorblax-recalled [sensitivity:: "secret"]\n- Safe is brown\n',
  });
  const first = await made.open();
  const conversation = await first.converse(ana);
  const { id } = conversation.session();
  for await (const _ of conversation.turn("What is the safe code?"));
  await first.close();
  expect(JSON.stringify(made.server.requests)).toContain("zorblax-recalled");
  made.server.requests.length = 0;
  made.env.LOCI_MODEL_BASE_URL = made.server.url.replace("127.0.0.1", useCloudName());
  const second = await made.open();
  const again = await second.converse({ ...ana, resume: id });
  for await (const _ of again.turn("And of what colour?"));
  await second.close();
  const sent = JSON.stringify(made.server.requests);
  expect(sent).toContain("Safe is brown");
  expect(sent).not.toContain("zorblax");
});

test("the log on the terminal shows no comment, and nothing that tells of a line that is secret now", async () => {
  const made = await watchVault({
    "topics/safe.md":
      "- Safe code is zorblax one two (sensitivity:: 'secret')\n- Safe is brown %%zorblax%%\n",
    "log/2026-02.md":
      '## 2026-02-12T14:30:00Z safe\n\nThe code zorblax one two of the safe.\n\n- learned: Safe code is zorblax one two → topics/safe.md\n  - said: "it is zorblax one two"\n- learned: Safe is brown %%zorblax%% → topics/safe.md\n- known: Safe <!-- zorblax --> is old\n- session: S1\n',
  });
  const loci = await made.open();
  const [block] = await showLog(loci.vault, {});
  expect(JSON.stringify(block)).not.toContain("zorblax");
  expect(block?.lines.map((line) => "text" in line && line.text.trim())).toEqual([
    "[secret]",
    "Safe is brown",
    "Safe  is old",
  ]);
  const { hits } = await loci.memory.recall("safe code");
  expect(JSON.stringify(hits), "recall on the own terminal does").toContain("zorblax one two");
});

test("nothing that is secret, and no comment, is sent to a far embedder", async () => {
  const server = await startEmbeddingServer({ dimensions: 8 });
  onTestFinished(() => server.close());
  const url = server.url.replace("127.0.0.1", useCloudName());
  const page = Object.values(marked).join("\n");
  const more = { "topics/vault.md": "---\nsensitivity: secret\n---\n\nSafe zorblax-text.\n" };
  const made = await watchVault(
    { "topics/safe.md": `${head}- Safe is old\n\n${page}\n## Drawers\n\n${filler}`, ...more },
    {},
    {
      env: {
        LOCI_EMBEDDING_PROVIDER: "openai",
        LOCI_EMBEDDING_BASE_URL: url,
        LOCI_EMBEDDING_MODEL: "test-model",
        LOCI_EMBEDDING_DIMENSIONS: "8",
      },
    },
  );
  const loci = await made.open();
  await loci.memory.recall("drawer");
  expect(await loci.vault.embeddings.catchUp({ all: true, verify: true })).toEqual({
    embedded: expect.any(Number),
    left: 0,
  });
  await loci.close();
  expect([made.reports, server.violations]).toEqual([[], []]);
  const sent = server.requests.flat().join("\n");
  expect(sent).toContain("Safe drawer 3 is for letters");
  expect(sent).not.toContain("zorblax-");
});
