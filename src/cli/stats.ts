import type { Loci } from "../app.ts";
import type { Percentiles, VoiceFigures } from "../voice/turn-times/voice-figures.ts";
import type { Call, Command } from "./command.ts";
import { drawBars } from "./draw-bars.ts";
import { withLoci } from "./open-vault.ts";
import { isTerminal } from "./terminal.ts";

/** `loci stats`: shows figures about the vault and its index, or about voice turns. */
export const stats: Command = {
  usage: "stats [flags]",
  summary: "Shows figures about the vault and its index, or where the time of turns by voice goes.",
  flags: {
    voice: { type: "boolean", help: "how long turns by voice took, stage by stage" },
  },
  examples: ["loci stats", "loci stats --json", "loci stats --voice"],
  async run(call) {
    return withLoci(call, async (loci) => {
      if (call.flags.voice === true) await showVoice(call, loci);
      else await showVault(call, loci);
      return 0;
    });
  },
};

async function showVault(call: Call, loci: Loci): Promise<void> {
  const figures = await loci.index.stats();
  if (call.json) return call.printJson(figures);
  for (const [name, value] of Object.entries(figures)) {
    const [first, ...more] = linesOf(call, name, value);
    if (first === undefined || first === "") continue;
    call.print(`${(labels.get(name) ?? name).padEnd(16)}${first}`);
    for (const line of more) call.print(`${" ".repeat(16)}${line}`);
  }
}

/** Where people read another word than programs. */
const labels: ReadonlyMap<string, string> = new Map([
  ["entries", "memories"],
  ["indexBytes", "bytes of index"],
  ["resting", "paused models"],
]);

const charts: ReadonlySet<string> = new Set(["banks", "months"]);

/** A person at a terminal sees bars; a script gets one line. */
function linesOf({ stdout, env }: Call, name: string, value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [String(value)];
  const counts = Object.entries(value);
  const isDrawn = charts.has(name) && isTerminal(stdout) && env.TERM !== "dumb";
  if (isDrawn) return drawBars(Object.fromEntries(counts));
  return [counts.map(([key, count]) => `${key} ${count}`).join(", ")];
}

async function showVoice(call: Call, loci: Loci): Promise<void> {
  const figures = await loci.voice.figures();
  if (call.json) return call.printJson(figures);
  const { turns, aborted, oldest, newest, stages, total, speech, reply } = figures;
  const cut = Object.entries(aborted).filter(([, count]) => count > 0);
  if (turns === 0 && cut.length === 0) {
    return call.print('Nobody has talked to this device yet: "loci voice" listens');
  }
  call.print(
    `turns           ${turns} (${(oldest ?? "").slice(0, 10)} to ${(newest ?? "").slice(0, 10)})`,
  );
  if (cut.length > 0) {
    call.print(`cut short       ${cut.map(([why, count]) => `${why} ${count}`).join(", ")}`);
  }
  if (turns === 0) return;
  call.print(row("milliseconds", "p50", "p95"));
  for (const [stage, of] of Object.entries(stages)) sayRow(call, stage, of);
  sayRow(call, "total", total);
  sayRow(call, "speech", speech);
  sayRow(call, "reply", reply);
}

function sayRow(call: Call, name: string, of: VoiceFigures["total"]): void {
  if (of !== null) call.print(row(name, ...texts(of)));
}

const texts = ({ p50, p95 }: Percentiles): [string, string] => [String(p50), String(p95)];

const row = (name: string, p50: string, p95: string): string =>
  `${name.padEnd(14)}${p50.padStart(8)}${p95.padStart(8)}`;
