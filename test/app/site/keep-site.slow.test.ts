import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { keepSite, type SiteKeeper } from "../../../src/app/site/keep-site.ts";
import { deviceClock } from "../../../src/app/vault/device-clock.ts";
import { useTempFolder } from "../../temp.ts";

interface Kept extends SiteKeeper {
  readonly reports: string[];
  readonly at: string;
  /** Each build that began, and each that ended in order. */
  log(): readonly string[];
  /** The builder's script from now on. */
  write(script: string): void;
}

const builds = `
  import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
  const [, , at] = process.argv;
  const log = (what) => appendFileSync(at + "/log", what + " " + process.pid + "\\n");
  log("begin");
`;
const succeeds = `${builds}
  mkdirSync(at + "/site", { recursive: true });
  writeFileSync(at + "/site/.loci-site.json", "{}");
  console.log(JSON.stringify({ written: 2, removed: 0 }));
  log("end");
`;
const failsWith = (error: object): string => `${builds}
  console.error("(node:1) Warning: something about Node");
  console.error(${JSON.stringify(JSON.stringify({ error }))});
  process.exitCode = 1;
`;
const neverEnds = `${builds} setInterval(() => {}, 1000);`;

function keep(script: string, stamp = () => "same"): Kept {
  const at = useTempFolder();
  const file = join(at, "builder.mjs");
  const write = (text: string) => writeFileSync(file, text);
  write(script);
  const reports: string[] = [];
  const keeper = keepSite({
    command: [process.execPath, file, at],
    env: process.env,
    folder: join(at, "site"),
    language: "en",
    report: (sentence) => reports.push(sentence),
    stamp,
    clock: deviceClock,
  });
  onTestFinished(() => keeper.close());
  const log = () =>
    existsSync(join(at, "log")) ? readFileSync(join(at, "log"), "utf8").trim().split("\n") : [];
  return { ...keeper, reports, at, log, write };
}

const isAlive = (pid: number): boolean => {
  try {
    // A zombie can be sent signals, too: its state tells.
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
};
const pidsOf = (log: readonly string[]): number[] => [
  ...new Set(log.map((line) => Number(line.split(" ")[1]))),
];

test("keepSite() builds nothing before begin(), then once, and rings", async () => {
  const site = keep(succeeds);
  const stop = new AbortController();
  const events = site.changes(stop.signal)[Symbol.asyncIterator]();
  expect((await events.next()).value).toMatch(/^at /);
  expect(site.state()).toBe("coming");
  await sleep(600);
  expect(site.log()).toEqual([]);
  site.begin();
  expect((await events.next()).value).toBe("changed");
  expect(site.state()).toBe("there");
  await sleep(600);
  expect(pidsOf(site.log())).toHaveLength(1);
  stop.abort();
  expect((await events.next()).done).toBe(true);
});

test("keepSite() gathers changes, and never runs two builds at once", async () => {
  const site = keep(`${succeeds.replace('log("end")', 'setTimeout(() => log("end"), 150)')}`);
  site.begin();
  for (let i = 0; i < 40; i++) {
    site.changed();
    await sleep(50);
  }
  await expect.poll(() => pidsOf(site.log()).length, { timeout: 40_000 }).toBeGreaterThan(1);
  await expect.poll(() => site.log().at(-1), { timeout: 40_000 }).toMatch(/^end/);
  const said = site.log().map((line) => line.split(" ")[0]);
  expect(said.filter((_, i) => i % 2 === 0).every((word) => word === "begin")).toBe(true);
  expect(said.filter((_, i) => i % 2 === 1).every((word) => word === "end")).toBe(true);
  expect(pidsOf(site.log()).length).toBeLessThan(8);
});

test("keepSite() tells a failure once, goes on, and tells it again after a success", async () => {
  const failure = { code: "BAD_CONFIG", message: 'Cannot use the bank "Helth"', data: {} };
  const site = keep(failsWith(failure));
  site.begin();
  const sentence = 'The site is not rebuilt: Cannot use the bank "Helth"';
  await expect.poll(() => site.reports, { timeout: 40_000 }).toEqual([sentence]);
  expect(site.state()).toBe("failed");
  const next = async (script: string, builds: number) => {
    site.write(script);
    site.changed();
    await expect.poll(() => pidsOf(site.log()).length, { timeout: 40_000 }).toBe(builds);
    await expect.poll(() => pidsOf(site.log()).some(isAlive)).toBe(false);
    await sleep(50);
  };
  await next(failsWith(failure), 2);
  expect(site.reports).toEqual([sentence]);
  await next(succeeds, 3);
  expect(site.state()).toBe("there");
  await next(failsWith(failure), 4);
  await expect.poll(() => site.reports).toEqual([sentence, sentence]);
  expect(site.state()).toBe("there");
});

test.each([
  ["a program that is not there", ["/nowhere/node"], /ENOENT/],
  ["one that is killed", [process.execPath, "-e", "process.kill(process.pid, 9)"], /was killed/],
  ["one that says nothing", [process.execPath, "-e", "process.exit(3)"], /Cannot build the site/],
])("keepSite() tells of %s", async (_, command, sentence) => {
  const reports: string[] = [];
  const site = keepSite({
    ...{ command, env: process.env, folder: "/nowhere", language: "en", stamp: () => "" },
    clock: deviceClock,
    report: (said) => reports.push(said),
  });
  onTestFinished(() => site.close());
  site.begin();
  await expect.poll(() => reports.join(), { timeout: 40_000 }).toMatch(sentence);
});

test("keepSite() waits in silence for another's build of the folder, and for one that Ctrl-C ended", async () => {
  const site = keep(failsWith({ code: "BUSY", message: "Cannot build: another does", data: {} }));
  site.begin();
  await expect.poll(() => site.log().length, { timeout: 40_000 }).toBe(1);
  await expect.poll(() => pidsOf(site.log()).some(isAlive)).toBe(false);
  await sleep(100);
  site.write(
    failsWith({ code: "WRITE_FAILED", message: "Cannot finish", data: { reason: "stopped" } }),
  );
  await expect.poll(() => site.log().length, { timeout: 40_000 }).toBe(2);
  await sleep(200);
  expect(site.reports).toEqual([]);
  expect(site.state()).toBe("coming");
});

test("keepSite() builds again when what nobody tells of has changed, and what was deleted", async () => {
  let stamp = "monday";
  const site = keep(succeeds, () => stamp);
  site.begin();
  await expect.poll(() => pidsOf(site.log()).length, { timeout: 40_000 }).toBe(1);
  stamp = "tuesday";
  await expect.poll(() => pidsOf(site.log()).length, { timeout: 40_000 }).toBe(2);
  await expect.poll(site.state).toBe("there");
  rmSync(join(site.at, "site"), { recursive: true });
  expect(site.state()).toBe("coming");
  await expect.poll(site.state, { timeout: 40_000 }).toBe("there");
});

test.each([
  ["", 2_000],
  ['process.on("SIGTERM", () => {});', 5_000],
])("close() ends a build that never ends, and leaves no process (%s)", async (more, maxMs) => {
  const site = keep(`${more}${neverEnds}`);
  site.begin();
  await expect.poll(() => site.log().length, { timeout: 40_000 }).toBe(1);
  const [pid = 0] = pidsOf(site.log());
  expect(isAlive(pid)).toBe(true);
  const niceness = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ")[16];
  expect(Number(niceness)).toBe(10);
  const started = performance.now();
  await site.close();
  expect(performance.now() - started).toBeLessThan(maxMs);
  expect(existsSync(`/proc/${pid}`)).toBe(false);
  expect(site.reports).toEqual([]);
});

test("close() before the first build begins none", async () => {
  const site = keep(succeeds);
  site.begin();
  await site.close();
  site.changed();
  await sleep(1_200);
  expect(site.log()).toEqual([]);
});
