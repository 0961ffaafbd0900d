/**
 * Many clients at once: `node scripts/bench/load.ts [--minutes 10] [--readers 50] [--writers 10] [--entries 10000]`. Readers
 * recall, writers save, each over a connection of its own and without a pause, against one `loci serve` from source. Then it
 * is counted what was saved, in the files: nothing may be lost.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { writeCorpus } from "./corpus.ts";
import { memoryOf } from "./processes.ts";
import { makeQuestions } from "./questions.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    readers: { type: "string", default: "50" },
    writers: { type: "string", default: "10" },
    entries: { type: "string", default: "10000" },
  },
});
const entries = Number(values.entries);
const endAt = (minutes: number): number => performance.now() + minutes * 60_000;

const root = mkdtempSync(join(tmpdir(), "loci-load-"));
writeCorpus(root, entries);
const main = resolve(import.meta.dirname, "../../src/cli/main.ts");
const served = spawn(process.execPath, [main, "serve", "--vault", root, "--port", "0", "--json"], {
  stdio: ["ignore", "pipe", "inherit"],
});
const [line] = await new Promise<string[]>((done) => {
  createInterface({ input: served.stdout }).once("line", (text) => done([text]));
});
const { address } = JSON.parse(line ?? "{}") as { address: string };
const token = readFileSync(join(root, ".loci", "token"), "utf8").trim();

interface Answered {
  readonly status: number;
  readonly body: string;
}

/** Asks over a client's own connection. */
function ask(agent: Agent, method: string, path: string, body?: object): Promise<Answered> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  return new Promise((done, fail) => {
    const sent = request(address + path, { agent, method, headers }, async (response) => {
      let text = "";
      for await (const part of response.setEncoding("utf8")) text += part;
      done({ status: response.statusCode ?? 0, body: text });
    });
    sent.on("error", fail);
    sent.end(body && JSON.stringify(body));
  });
}

const failures: string[] = [];
const saved: string[] = [];

/** One client until the time is over; gives the milliseconds of each answer. */
async function client(until: number, next: (nth: number, agent: Agent) => Promise<Answered>) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const took: number[] = [];
  for (let nth = 0; performance.now() < until; nth++) {
    const start = performance.now();
    try {
      const { status, body } = await next(nth, agent);
      if (status >= 300) failures.push(`${status} ${body.slice(0, 200)}`);
    } catch (error) {
      failures.push(String(error));
    }
    took.push(performance.now() - start);
  }
  agent.destroy();
  return took;
}

const questions = makeQuestions(entries, 500).map(({ query }) => encodeURIComponent(query));
const read = (who: number) => (nth: number, agent: Agent) =>
  ask(agent, "GET", `/api/recall?q=${questions[(who * 37 + nth) % questions.length]}`);
const write = (who: number) => async (nth: number, agent: Agent) => {
  const text = `Writer ${who} saw the comet number ${nth} over the harbour wall w${who}n${nth}x`;
  const answer = await ask(agent, "POST", "/api/facts", { text, topic: `comets ${who}` });
  if (answer.status < 300) saved.push(`w${who}n${nth}x`);
  return answer;
};

const memory: number[] = [];
const look = setInterval(() => memory.push(memoryOf(served.pid ?? 0)?.now ?? 0), 5_000);
const until = endAt(Number(values.minutes));
const clients = (count: string, make: (who: number) => ReturnType<typeof read>) =>
  Promise.all(Array.from({ length: Number(count) }, (_, who) => client(until, make(who))));
const [reads, writes] = await Promise.all([
  clients(values.readers, read),
  clients(values.writers, write),
]);
clearInterval(look);
served.kill("SIGTERM");
const code = await new Promise((done) => served.once("close", done));

const written = readdirSync(join(root, "topics"))
  .filter((name) => name.startsWith("comets"))
  .map((name) => readFileSync(join(root, "topics", name), "utf8"))
  .join("\n");
const lost = saved.filter((mark) => !written.includes(`${mark} `));
const twice = saved.filter((mark) => written.split(`${mark} `).length > 2);
rmSync(root, { recursive: true });

const percentile = (took: readonly number[], part: number): string =>
  `${Math.round([...took].sort((a, b) => a - b)[Math.floor((took.length - 1) * part)] ?? 0)} ms`;
const tell = (what: string, took: readonly number[]): void =>
  console.log(
    `${what}: ${took.length}, median ${percentile(took, 0.5)}, p95 ${percentile(took, 0.95)}, p99 ${percentile(took, 0.99)}, longest ${percentile(took, 1)}`,
  );
tell(`recalled by ${values.readers} clients`, reads.flat());
tell(`saved by ${values.writers} clients`, writes.flat());
const tenth = Math.max(1, Math.floor(memory.length / 10));
const mean = (part: readonly number[]): number =>
  Math.round(part.reduce((sum, one) => sum + one, 0) / part.length);
const tenths = Array.from({ length: 10 }, (_, i) => mean(memory.slice(i * tenth, (i + 1) * tenth)));
console.log(
  `memory by tenths of the time: ${tenths.join(", ")} MB; at most ${Math.round(Math.max(...memory))} MB`,
);
console.log(
  `failed: ${failures.length}; lost: ${lost.length}; twice: ${twice.length}; exit ${code}`,
);
for (const failure of [...new Set(failures)].slice(0, 5)) console.log(`  ${failure}`);
process.exitCode = failures.length + lost.length + twice.length === 0 ? 0 : 1;
