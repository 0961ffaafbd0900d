import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { keepDigesting } from "../../src/digest/keep-digesting.ts";
import { saveTranscript, sweepTranscripts } from "../../src/digest/keep-transcripts.ts";
import type { Message, Session } from "../../src/session/session.ts";
import { settingsSchema } from "../../src/settings/schema.ts";
import { unlocked } from "../../src/vault/lock.ts";
import { scanLines } from "../../src/vault/markdown/scan-lines.ts";
import type { ChangeFile } from "../../src/vault/write/change-file.ts";
import { fc } from "../fast-check.ts";
import { noon, say } from "../session/session-db.ts";
import { useVault } from "../temp.ts";
import { openVault } from "./open-vault.ts";

const session: Session = {
  id: "01KH8VHVG0CE3N6GDD08B8C447",
  person: null,
  agent: "loci",
  mode: "text",
  language: "en",
  state: "digesting",
  topic: null,
  startedAt: noon,
  lastAt: noon,
};

/** What is written of messages, by path. */
async function transcript(messages: readonly Message[], isWanted = true) {
  const written = new Map<string, string>();
  const changeFile: ChangeFile = async (path, change) => {
    const { bytes, result } = change(null);
    written.set(path, String(bytes));
    return result;
  };
  const { ports } = openVault({ settings: { privacy: { saveTranscripts: true } } });
  const sessions = { ...ports.sessions, find: () => (isWanted ? session : undefined) };
  const redact = (text: string) => text.replaceAll("secret", "…");
  const work = { ports: { ...ports, sessions }, session, messages, redact };
  await saveTranscript(changeFile, work, `${session.id}#7`);
  return [...written];
}

const message = (content: string, more: Partial<Message> = {}): Message => ({
  ...say(content),
  id: 1,
  at: noon,
  ...more,
});

test("saveTranscript() holds no tool's output, and nothing said in a mode that is not kept", async () => {
  const messages = [message("hello"), message("{}", { role: "tool" }), message("ok")];
  const [[path, text] = ["", ""]] = await transcript(messages);
  expect(path).toBe(`conversations/2026-02-12-${session.id}-7.md`);
  expect(text.match(/^> .*/gm)).toEqual(["> hello", "> ok"]);
  expect(await transcript([message("x", { mode: "voice" })])).toEqual([]);
});

test("saveTranscript() keeps any text a quotation", async () => {
  const line = fc.constantFrom(
    "# h",
    "- x",
    "```",
    "<script>",
    "---",
    "1. a",
    "",
    "    code",
    "> q",
    "text",
    "| a |",
    "===",
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1, maxLength: 6 }).map((lines) => lines.join("\n")),
      async (content) => {
        const [[, text] = ["", ""]] = await transcript([message(`a\n${content}`)]);
        const lines = text.split("\n");
        const blocks = scanLines(lines).map(({ type }) => type);
        return (
          !blocks.includes("list") && lines.filter((line) => line.startsWith("#")).length === 1
        );
      },
    ),
  );
});

test("saveTranscript() writes nothing of a conversation that was removed meanwhile", async () => {
  const removed = transcript([message("a")], false);
  await expect(removed).rejects.toMatchObject({ code: "SESSION_FAILED" });
});

test("sweepTranscripts() removes those of more days ago than are kept, and no other file", async () => {
  const { id } = session;
  const names = [
    `2026-01-12-${id}.md`,
    `2026-01-13-${id}-7.md`,
    `2026-02-12-${id}.md`,
    `2026-99-99-${id}.md`,
    "2020-01-01-call-with-mum.md",
    "2020-01-01.md",
    "notes.md",
  ];
  const root = useVault(Object.fromEntries(names.map((name) => [`conversations/${name}`, "x"])));
  const left = async (retentionDays: number): Promise<string[]> => {
    await sweepTranscripts({ root, lock: unlocked }, "2026-02-12", retentionDays);
    return readdirSync(join(root, "conversations")).sort();
  };
  expect(await left(36_500)).toEqual(names.toSorted());
  expect(await left(30)).toEqual(names.slice(1).sort());
  expect(await left(0)).toEqual(names.slice(2).sort());
});

test("keepDigesting() removes old transcripts also while nothing can be digested", async () => {
  const root = useVault({ [`conversations/2020-01-01-${session.id}.md`]: "x" });
  const report = vi.fn();
  const time = () => "2026-02-12T12:00:00+01:00";
  const vault = { root, lock: unlocked, settings: settingsSchema.parse({}), time, report };
  const failing = () => {
    throw new Error("disk full");
  };
  const digesting = keepDigesting(vault, failing, async () => {});
  const sentence = "Cannot digest conversations now: disk full";
  await vi.waitFor(() => expect(report.mock.calls).toEqual([[sentence]]));
  await digesting.close();
  expect(readdirSync(join(root, "conversations"))).toEqual([]);
});
