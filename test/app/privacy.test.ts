import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ana, bytesOf, call, files, learn } from "../private-talk.ts";
import { changedBetween, hashAll, noon, type Script, watchVault } from "../watched-vault.ts";

const off = { LOCI_PRIVACY_ENABLED: "false" };

/** Files that say nothing of conversations: what recall keeps for itself, and locks, which are empty. */
const isOwnWork = (path: string): boolean =>
  /^\.loci\/(?:index[\w.-]*|vectors\.db(?:-wal|-shm)?|lock\.db|digest\.db|\.gitignore)$/.test(path);

/** A script that says yes to everything it is allowed to. */
const eager: Script = {
  reply: (request, nth) => {
    const hasTool = (request.tools ?? []).some((tool) => tool.function.name === "remember");
    return hasTool && nth === 0
      ? { toolCalls: [{ name: "remember", arguments: { text: "My boat is called Marina" } }] }
      : "Fine.";
  },
  extract: () => ({ conclusions: learn("My boat is called Marina") }),
};

// Memory off, and memory of this conversation only.

test("privacy.enabled false: conversations and transcripts leave nothing anywhere, and recall nothing", async () => {
  const vault = await watchVault(files, eager, { env: off });
  const loci = await vault.open();
  await loci.index.refresh();
  const before = hashAll(vault.around);
  const conversation = await loci.converse(ana);
  for (const words of ["Remember that my boat is called Marina", "I love zorblax", "Rice?"]) {
    for await (const _ of conversation.turn(words));
  }
  await conversation.end();
  for await (const _ of loci.digest.transcript("My boat is called Marina, zorblax", ana));
  await loci.close();
  const changed = changedBetween(before, hashAll(vault.around)).map((path) =>
    path.replace(/^vault\//, ""),
  );
  expect(changed.filter((path) => !isOwnWork(path))).toEqual([]);
  expect(bytesOf(vault.around)).not.toMatch(/Marina|zorblax/);
  expect(vault.asked("reply")).toHaveLength(3);
  expect(vault.asked("extract")).toEqual([]);
  expect(JSON.stringify(vault.server.requests)).not.toMatch(/bomba|Catalan|ovens/);
});

test("privacy.crossSession false: nothing of others is in a prompt, while recall itself answers", async () => {
  const script: Script = {
    ...eager,
    extract: () => ({
      summary: "A boat, the ZORBLAX",
      conclusions: learn("My boat is called Marina"),
    }),
  };
  const converse = async (env: Record<string, string>) => {
    const vault = await watchVault(files, script, { env });
    await vault.talk(["My boat is called Marina, she is a zorblax"], ana);
    await vault.talk(["Which rice for paella?"], ana);
    const loci = await vault.open();
    const conversation = await loci.converse(ana);
    for await (const _ of conversation.say("/topic cooking"));
    for await (const _ of conversation.turn("And how long does rice take?"));
    const { hits } = await loci.memory.recall("rice for paella");
    expect(hits[0]?.text).toBe("Prefers bomba rice for paella");
    const replies = vault.asked("reply");
    expect(vault.server.violations).toEqual([]);
    return { prompts: JSON.stringify(replies), tools: replies.flatMap(({ tools = [] }) => tools) };
  };
  const apart = await converse({ LOCI_PRIVACY_CROSS_SESSION: "false" });
  expect(apart.prompts).not.toMatch(/bomba|Catalan|ovens|ZORBLAX/);
  expect(apart.tools.map((tool) => tool.function.name)).not.toContain("recall");
  const together = await converse({});
  for (const word of ["bomba", "Catalan", "ovens", "ZORBLAX"]) {
    expect(together.prompts).toContain(word);
  }
});

// Transcripts.

test("transcripts are redacted where memories are, and go when their days are over", async () => {
  const env = {
    LOCI_PRIVACY_SAVE_TRANSCRIPTS: "true",
    LOCI_PRIVACY_ANONYMIZE: "all",
    LOCI_PRIVACY_RETENTION_DAYS: "0",
  };
  const old = "conversations/2026-02-11-01KH8VHVG0CE3N6GDD08B8C447.md";
  const mine = "conversations/2001-01-01 my own.md";
  const vault = await watchVault({ ...files, [mine]: "Mine\n" }, {}, { env });
  const id = await vault.talk([`${call}, zorblax`], ana);
  expect((await (await vault.open()).sessions.read(id)).messages).toEqual([]);
  const folder = join(vault.root, "conversations");
  const [made = ""] = readdirSync(folder).filter((name) => name.startsWith("2026"));
  expect(bytesOf(folder)).toContain("called Marina");
  expect(readFileSync(join(folder, made), "utf8")).toContain("call me at \\[phone\\], zorblax");
  writeFileSync(join(vault.root, old), "Old\n");
  const look = async (days: number) => {
    const { openLoci } = await import("../../src/app/loci.ts");
    const { root, env } = vault;
    const loci = await openLoci({ root, env, now: () => noon + days * 86_400_000, report() {} });
    await loci.digest.keep(async () => {}).close();
    await loci.close();
  };
  await look(0);
  expect(readdirSync(folder).sort()).toEqual(["2001-01-01 my own.md", made].sort());
  await look(1);
  expect(readdirSync(folder)).toEqual(["2001-01-01 my own.md"]);
  expect(bytesOf(folder)).not.toContain("called Marina");
});

// Private data.

test("privacy.anonymize: memories, quotes, the log and what is saved at once hold no private data", async () => {
  const script: Script = {
    reply: (_, nth) =>
      nth === 0
        ? { toolCalls: [{ name: "remember", arguments: { text: "My mail is ana@example.org" } }] }
        : "Fine.",
    extract: () => ({
      summary: call,
      topic: "ana@example.org",
      conclusions: learn(call),
    }),
  };
  const vault = await watchVault(files, script, { env: { LOCI_PRIVACY_ANONYMIZE: "all" } });
  await vault.talk(["Remember that my mail is ana@example.org", call], ana);
  const texts = ["people", "log", "topics"].map((name) => bytesOf(join(vault.root, name)));
  const redacted = texts.join("\n");
  expect(redacted).toContain("- My mail is [e-mail]");
  expect(redacted).toMatch(/said: "My boat is called Marina, call me at/);
  expect(redacted).not.toMatch(/example\.org|612 34/);
});

// What is reported.

test("reports hold neither what was said nor the key, whatever a model answers", async () => {
  const key = "sk-zorblax-0123456789abcdef";
  const words = "zorblax is my word";
  const vault = await watchVault(
    files,
    {
      detect: () => `{"topic": ${words}`,
      extract: () => `{"summary": ${words}, "${words}": 1}`,
      reply: (_, nth) => (nth < 2 ? { status: 401, error: `Incorrect key ${key}` } : "Fine."),
    },
    { server: { key }, env: { LOCI_MODEL_API_KEY: key } },
  );
  const loci = await vault.open();
  const conversation = await loci.converse(ana);
  const events: unknown[] = [];
  for (let n = 0; n < 4; n++) {
    for await (const event of conversation.turn("Which rice for paella?")) events.push(event);
  }
  const digested = await conversation.end();
  expect(digested).toMatchObject({ status: "waiting" });
  await loci.close();
  expect(vault.reports.join("\n")).toMatch(/Cannot use the topic/);
  expect(JSON.stringify([vault.reports, digested, events])).not.toContain("zorblax");
});
