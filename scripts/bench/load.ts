/**
 * Many clients at once: `node scripts/bench/load.ts [--minutes 10] [--readers 50] [--writers 10] [--entries 10000]`.
 * Readers recall, writers save, each over a connection of its own and without a pause, against one `loci up` from
 * source. Then it is counted what was saved, in the files: nothing may be lost.
 */
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { makeQuestions, writeCorpus } from "./corpus.ts";
import { fromSource, keepApart, startUp } from "./loci.ts";
import { percentile, tableOf, timed } from "./measure.ts";
import { memoryOf } from "./processes.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    readers: { type: "string", default: "50" },
    writers: { type: "string", default: "10" },
    entries: { type: "string", default: "10000" },
  },
});
const entries = Number(values.entries);
const folder = mkdtempSync(join(tmpdir(), "loci-load-"));
const root = join(folder, "vault");
keepApart(folder);
writeCorpus(root, entries);
const { origin, headers, pid, close } = await startUp(fromSource, root);
const failures: string[] = [];
const saved: string[] = [];

/** Asks over a client's own connection; false where it failed. */
async function ask(agent: Agent, method: string, path: string, body?: object): Promise<boolean> {
  const sent = request(origin + path, { agent, method, headers });
  sent.end(body && JSON.stringify(body));
  try {
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    const answer = await text(response);
    const { statusCode = 0 } = response;
    if (statusCode >= 300) failures.push(`${statusCode} ${answer.slice(0, 200)}`);
    return statusCode < 300;
  } catch (error) {
    failures.push(String(error));
    return false;
  }
}

const until = performance.now() + Number(values.minutes) * 60_000;

/** So many clients until the time is over; gives the milliseconds of each answer. */
async function clients(count: string, next: (who: number, nth: number, agent: Agent) => unknown) {
  const all = Array.from({ length: Number(count) }, async (_, who) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const took: number[] = [];
    for (let nth = 0; performance.now() < until; nth++) {
      took.push((await timed(() => next(who, nth, agent))).wallMs);
    }
    agent.destroy();
    return took;
  });
  return (await Promise.all(all)).flat();
}

const questions = makeQuestions(entries, 500).map(({ query }) => encodeURIComponent(query));
const [reads, writes] = await Promise.all([
  clients(values.readers, (who, nth, agent) =>
    ask(agent, "GET", `/api/recall?q=${questions[(who * 37 + nth) % questions.length]}`),
  ),
  clients(values.writers, async (who, nth, agent) => {
    const mark = `w${who}n${nth}x`;
    const words = `Writer ${who} saw the comet number ${nth} over the harbour wall ${mark}`;
    const fact = { text: words, topic: `comets ${who}` };
    if (await ask(agent, "POST", "/api/facts", fact)) saved.push(mark);
  }),
]);
const megabytes = memoryOf(pid);
await close();

const written = readdirSync(join(root, "topics"))
  .filter((name) => name.startsWith("comets"))
  .map((name) => readFileSync(join(root, "topics", name), "utf8"))
  .join("\n");
const lost = saved.filter((mark) => !written.includes(`${mark} `));
const twice = saved.filter((mark) => written.split(`${mark} `).length > 2);
rmSync(folder, { recursive: true });
const row = (what: string, took: readonly number[]): string[] => [
  what,
  String(took.length),
  ...[0.5, 0.95, 0.99, 1].map((share) => `${percentile(took, share).toFixed(0)} ms`),
];
const rows = [
  row(`recalled by ${values.readers} clients`, reads),
  row(`saved by ${values.writers} clients`, writes),
];
console.log(tableOf(["", "answers", "median", "p95", "p99", "longest"], rows));
console.log(`memory at the end: ${megabytes.toFixed(0)} MB`);
console.log(`failed: ${failures.length}; lost: ${lost.length}; twice: ${twice.length}`);
for (const failure of [...new Set(failures)].slice(0, 5)) console.log(`  ${failure}`);
process.exitCode = failures.length + lost.length + twice.length === 0 ? 0 : 1;
