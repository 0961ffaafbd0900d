import { readFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { ConversationOptions } from "../../src/agent/conversation/conversation.ts";
import { type Loci, openLoci } from "../../src/app/loci.ts";
import { listFiles } from "../../src/vault/list-files.ts";
import { cleanEnv } from "../run-loci.ts";
import { useTempFolder, writeFiles } from "../temp.ts";

const noon = Date.parse("2026-12-01T12:00:00Z");
export const path = "topics/home.md";

/** A vault without a model, at a time that a test may move. */
export async function useVault(lines: string, files: Readonly<Record<string, string>> = {}) {
  const root = join(useTempFolder(), "vault");
  writeFiles(root, { "loci.yaml": "timezone: UTC\n", [path]: lines, ...files });
  const clock = { ms: noon };
  const reports: string[] = [];
  const open = async (): Promise<Loci> => {
    const report = (sentence: string) => void reports.push(sentence);
    const loci = await openLoci({
      root,
      env: cleanEnv({ TZ: "UTC" }),
      now: () => clock.ms,
      report,
    });
    onTestFinished(() => loci.close());
    return loci;
  };
  const loci = await open();
  return {
    ...{ root, clock, reports, loci, open },
    read: (file = path) => readFileSync(join(root, file), "utf8"),
    write: (text: string, file = path) => writeFiles(root, { [file]: text }),
    ask: (words = "hello", options: ConversationOptions = {}) => ask(loci, words, options),
  };
}

/** What a conversation of one message is answered. */
export async function ask(
  loci: Loci,
  words: string,
  options: ConversationOptions = {},
): Promise<string> {
  const conversation = await loci.converse(options);
  let said = "";
  for await (const event of conversation.turn(words)) {
    if (event.type === "delta") said += event.text;
    if (event.type === "error") throw new Error(event.message);
  }
  return said;
}

export const call = "- Call the dentist (2026-11-20) [remind:: 2026-12-01] #teeth\n";

/** Every entry line of a vault, as it stands. */
export const linesIn = (root: string): string[] =>
  listFiles(root).files.flatMap(({ path: file }) =>
    readFileSync(join(root, file), "utf8")
      .split("\n")
      .filter((one) => one.startsWith("- ")),
  );
