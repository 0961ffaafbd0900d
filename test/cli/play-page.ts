import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runLoci } from "../run-loci.ts";

interface Stage {
  readonly home: string;
  /** When the next command is typed (ms since the epoch): each takes a minute. */
  time: number;
}

/**
 * Runs every `$ …` line of the console blocks of a Markdown page, in order, in one home, and returns the page with
 * what was really said. Where that differs only in what no two runs share (ids, hashes, times), the page's own stays.
 */
export async function playPage(page: string, stage: Stage): Promise<string> {
  const fence = "```console\n";
  let played = "";
  for (const [i, part] of page.split(fence).entries()) {
    const end = i === 0 ? 0 : part.indexOf("```");
    played += `${i === 0 ? "" : fence}${await playBlock(part.slice(0, end), stage)}${part.slice(end)}`;
  }
  return played;
}

async function playBlock(block: string, stage: Stage): Promise<string> {
  let played = "";
  for (const step of block.split(/^(?=\$ )/m).filter((text) => text !== "")) {
    const line = step.slice(2, step.indexOf("\n"));
    const now = `$ ${line}\n${await say(line, stage)}`;
    played += mask(now, stage) === mask(step, stage) ? step : now;
    stage.time += 60_000;
  }
  return played;
}

/** What a terminal would show; an exit code that is not 0 stands in brackets below it. */
async function say(line: string, stage: Stage): Promise<string> {
  const ran = { code: 0 as number | null, stdout: "", stderr: "" };
  for (const command of line.split(" | ")) {
    const { code, stdout, stderr } = await run(command, ran.stdout, stage);
    Object.assign(ran, { code, stdout, stderr: ran.stderr + stderr });
  }
  const said = `${ran.stdout}${ran.stderr}`.replaceAll(stage.home, "/home/ana");
  const whole = said === "" || said.endsWith("\n") ? said : `${said}\n`;
  return ran.code === 0 ? whole : `${whole}[${ran.code}]\n`;
}

/** As much of a shell as a manual needs: variables before a command, quotes, `>` and `>>`, and these few programs. */
async function run(command: string, input: string, { home, time }: Stage) {
  const [, before = "", words = "", operator, file = ""] =
    /^((?:[A-Z_]+=\S+ )*)(.*?)(?: (>>?) (\S+))?$/.exec(command) ?? [];
  const [name = "", ...args] = [...words.matchAll(/'([^']*)'|(\S+)/g)].map(
    ([, quoted, word]) => quoted ?? word ?? "",
  );
  const env = Object.fromEntries(before.split(" ").map((pair) => pair.split("=")));
  const lines = input.split(/(?<=\n)/);
  const programs: Record<string, () => string> = {
    echo: () => `${args.join(" ")}\n`,
    printf: () => (args.at(-1) ?? "").replaceAll("\\n", "\n"),
    cat: () => readFileSync(join(home, args[0] ?? ""), "utf8"),
    git: () => execFileSync("git", args, { cwd: home, encoding: "utf8" }),
    mkdir: () => mkdirSync(join(home, args[0] ?? "")) ?? "",
    sed() {
      const [, deletion = "", file = ""] = args;
      const isGone = new RegExp(deletion.slice(1, -2), "m");
      const kept = readFileSync(join(home, file), "utf8").split(/(?<=\n)/);
      writeFileSync(join(home, file), kept.filter((line) => !isGone.test(line)).join(""));
      return "";
    },
    head: () => lines.slice(0, -Number(args[0])).join(""),
    tail: () =>
      lines
        .filter((line) => line !== "")
        .slice(Number(args[0]))
        .join(""),
    grep: () => lines.filter((line) => line.includes(args[0] ?? "")).join(""),
  };
  const program = programs[name];
  const begun = performance.now();
  const now = (): number => time + Math.round(performance.now() - begun);
  const ran =
    name === "loci"
      ? await runLoci(args, {
          env: { HOME: home, LOCI_DEVICE: "laptop", ...env },
          cwd: home,
          input,
          now,
        })
      : { code: program === undefined ? 127 : 0, stdout: program?.() ?? "", stderr: "" };
  if (operator === undefined) return ran;
  (operator === ">" ? writeFileSync : appendFileSync)(join(home, file), ran.stdout);
  return { ...ran, stdout: "" };
}

/** A text without what differs from run to run; the built program, whose clock is the machine's, says other days too. */
function mask(text: string, { time }: Stage): string {
  // The vault's own day begins before that of UTC, and may end while this runs.
  const hour = 3_600_000;
  const moments = [time, Date.now() - hour, Date.now() + 2 * hour];
  const days = moments.map((ms) => new Date(ms).toISOString().slice(0, 10));
  const months = days.map((day) => day.slice(0, 7));
  return (
    text
      .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?/g, "TIME")
      .replace(new RegExp(days.join("|"), "g"), "TODAY")
      .replace(new RegExp(`(?<=general/)(?:${months.join("|")})`, "g"), "MONTH")
      // A quick one touches two topics in the same second, and these have no order.
      .replace(/(?:^TODAY .*\n)+/gm, (rows) => rows.split(/^/m).sort().join(""))
      .replace(/(?<=^|Synced +)(?:just now|today|yesterday|\d+ \w+ ago|last \w+) */gm, "AGO ")
      .replace(/\b[0-9A-HJKMNP-TV-Z]{26}\b/g, "SESSION")
      .replace(/(?<=· )[0-9a-f]{7,8}\b/g, "COMMIT")
      .replace(/(?<=· )\d\.\d\d \(.*\)$/gm, "SCORE")
      .replace(/"score":.*?"kind"/g, "SCORE")
      .replace(/\b\d+\.\d s\b/g, "N s")
      .replace(/\b\d+\.\d (?=MB of index)/g, "N ")
      // A slow command has its quiet second, and commits what the next one would have committed.
      .replace(/\b(?:Committed \d+, p|P)ushed \d+/g, "Pushed N")
      .replace(/\bPulled \d+/g, "Pulled N")
      .replace(/127\.0\.0\.1:\d+\S*/g, "ADDRESS")
  );
}
