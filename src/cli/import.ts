import { readFile, stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { errnoOf, LociError, messageOf } from "../errors.ts";
import type { ImportResult } from "../memory/import-memories.ts";
import type { Imported } from "../memory/imported.ts";
import { readJsonImport } from "../memory/read-import.ts";
import type { Call, Command } from "./command.ts";
import { textFlags } from "./flags.ts";
import { progressOn, withLoci } from "./open-vault.ts";

/** `loci import`: takes over what another program knows. */
export const importCommand: Command = {
  usage: "import FILE|- [flags]",
  words: 1,
  summary:
    "Saves what another program knew: mem0's JSON, the reference memory server's file, Loci's own export; - reads from a pipe. What is known is not saved twice, so it can be run again. A folder of notes is for `loci init`, conversations are for `loci digest`.",
  flags: {
    person: { type: "string", value: "ID", help: "all of it concerns this person" },
    "dry-run": { type: "boolean", help: "only say what would be saved" },
  },
  examples: [
    "loci import mem0.json --dry-run",
    "loci import mem0.json --person ana",
    "loci import memory.jsonl --json",
  ],
  async run(call) {
    const [name] = call.words;
    if (name === undefined) {
      throw new LociError("USAGE", "Cannot import nothing: name a file");
    }
    const imported =
      name === "-" ? await readPipe(call) : await readImport(resolve(call.cwd, name));
    const isDryRun = call.flags["dry-run"] === true;
    return withLoci(call, async (loci) => {
      const result = await loci.transfer.import(imported.memories, {
        ...textFlags(call, "person"),
        isDryRun,
        onProgress: progressOn(call, "Importing", "memories"),
      });
      const leftOut = [...imported.leftOut, ...result.leftOut];
      if (call.json) call.printJson({ kind: imported.kind, isDryRun, ...result, leftOut });
      else describe({ ...result, leftOut }, isDryRun).forEach(call.print);
      if (!isDryRun) await loci.sync.commit();
      return 0;
    });
  },
};

/** Most lines about what was left out. */
const maxShown = 20;

function describe(
  { saved, known, leftOut, topics, strangers }: ImportResult,
  isDryRun: boolean,
): string[] {
  const names = Object.entries(topics).map(([topic, count]) => `  ${topic}: ${count}`);
  const rest = leftOut.length - maxShown;
  return [
    `${isDryRun ? "Would save" : "Saved"} ${saved}, known already ${known}, left out ${leftOut.length}`,
    ...names,
    ...leftOut.slice(0, maxShown).map(({ from, reason }) => `Left out: ${from}: ${reason}`),
    ...(rest > 0 ? [`Left out: ${rest} more (--json names all)`] : []),
    ...(strangers.length > 0
      ? [
          `Nobody here is called ${strangers.join(", ")}: what was theirs is everyone's (--person ID says whose it is)`,
        ]
      : []),
  ];
}

const maxBytes = 256 * 2 ** 20;

async function readPipe({ stdin }: Call): Promise<Imported> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of stdin) {
    parts.push(Buffer.from(part));
    bytes += parts.at(-1)?.length ?? 0;
    if (bytes > maxBytes) throw cannot("-", "it has more than 256 MB; split it");
  }
  return readJsonImport("-", Buffer.concat(parts).toString("utf8"));
}

async function readImport(path: string): Promise<Imported> {
  try {
    const found = await stat(path);
    if (found.isDirectory() || /\.(?:md|markdown)$/i.test(path)) throw cannot(path, whyNoNotes);
    if (found.size > maxBytes) throw cannot(path, "it has more than 256 MB; split it");
    const bytes = await readFile(path);
    return readJsonImport(basename(path), new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof LociError) throw error;
    if (error instanceof TypeError) throw cannot(path, "it is not text in UTF-8");
    throw cannot(path, errnoOf(error) === "ENOENT" ? "there is no such file" : messageOf(error));
  }
}

const cannot = (path: string, why: string): LociError =>
  new LociError("BAD_INPUT", `Cannot import "${path}": ${why}`, { data: { file: path } });

const whyNoNotes =
  'notes in Markdown are memory as they are; run "loci init" in their folder, or copy them into topics/';
