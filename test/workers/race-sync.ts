import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../../scripts/bench/random.ts";
import { type GitHttpServer, serveGitHttp } from "../git/servers/serve-git-http.ts";
import { lociCommand } from "../run-loci.ts";
import { type Device, type Ended, filesOf, letTimePass, openDevice } from "./sync-device.ts";
import { addLine, changeFile, editLine, type Hand, removeLine, savePicture } from "./sync-edits.ts";
import { createLines, type LineFaults, type Lines, tokensOf } from "./sync-lines.ts";

export interface SyncRace {
  /** Devices with Loci; one more is used with plain git. */
  readonly devices: number;
  readonly steps: number;
  /** How likely a sync is killed, from 0 to 1. */
  readonly killing: number;
  readonly random: Random;
  /** Loci finds no git program, and syncs over https; the device with plain git stays as it is. */
  readonly withoutGit?: boolean;
  /** Takes a line about each step. */
  readonly log?: (line: string) => void;
}

export interface SyncOutcome {
  readonly written: number;
  readonly syncs: number;
  readonly kills: number;
  /** Syncs that plain git left to Loci, since files had been renamed or deleted on one side. */
  readonly leftByGit: number;
  /** Rounds over all devices until nobody had anything new. */
  readonly roundsToRest: number;
  /** Where the devices are, kept where there are faults. */
  readonly folder: string;
  /** Lines that came back where Loci could only lose or keep. */
  readonly cameBackInDoubt: readonly string[];
  readonly faults: Omit<LineFaults, "cameBackInDoubt"> & {
    /** Files that differ between devices, or markers in them. */
    readonly files: readonly string[];
    /** What a command or git complained about. */
    readonly complaints: readonly string[];
  };
}

interface Race {
  readonly devices: readonly Device[];
  readonly plain: Device;
  readonly lines: Lines;
  readonly complaints: string[];
  /** Devices whose last sync was killed: its locks stand in the way of git until Loci runs again. */
  readonly locked: Set<Device>;
  readonly count: { syncs: number; kills: number; leftByGit: number };
}

/** Devices that edit, remember, commit and sync at random, some of them killed; then all sync until they rest. */
export async function raceSync(options: SyncRace): Promise<SyncOutcome> {
  const { random, steps, log } = options;
  const folder = mkdtempSync(join(tmpdir(), "loci-converge-"));
  const server = options.withoutGit
    ? await serveGitHttp({ root: folder, token: "t0ken", tls: {} })
    : undefined;
  const race = await setUp(folder, options.devices, server);
  for (let step = 1; step <= steps; step++) {
    const device = random.pick([...race.devices, race.plain]);
    const isInterrupted = race.locked.has(device);
    const hand = { device, lines: race.lines, random, isInterrupted };
    const said = await act(race, hand, options.killing);
    log?.(`${step} device ${device.nth}: ${said}`);
  }
  const roundsToRest = await syncUntilRest(race, log);
  const { cameBackInDoubt, ...faults } = await findFaults(race);
  await server?.close();
  const isFine = Object.values(faults).every((found) => found.length === 0);
  if (isFine) rmSync(folder, { recursive: true, maxRetries: 5 });
  return {
    written: race.lines.size,
    ...race.count,
    roundsToRest,
    folder,
    cameBackInDoubt,
    faults,
  };
}

async function setUp(
  folder: string,
  count: number,
  server: GitHttpServer | undefined,
): Promise<Race> {
  const remote = join(folder, "remote.git");
  const url = server ? `${server.origin}/remote.git` : remote;
  const env = server && {
    PATH: "/nonexistent",
    LOCI_SYNC_TOKEN: server.token,
    NODE_EXTRA_CA_CERTS: server.caFile,
  };
  const devices = Array.from({ length: count }, (_, nth) =>
    openDevice(nth, join(folder, `${nth}`), env),
  );
  const plain = openDevice(count, join(folder, "plain"));
  mkdirSync(plain.root);
  await must(plain.git("init", "-q", "--bare", "-b", "main", remote));
  const [first, ...others] = devices;
  if (first === undefined) throw new RangeError("A race needs a device");
  await must(first.loci(["init", first.root]));
  await must(first.loci(["sync", "--remote", url]));
  for (const one of others) await must(one.loci(["init", one.root, "--from", url]));
  await must(plain.git("clone", "-q", remote, "."));
  const driver = [...lociCommand, "merge-file", "%O", "%A", "%B", "%P"].join(" ");
  await must(plain.git("config", "merge.loci.driver", driver));
  const count0 = { syncs: 0, kills: 0, leftByGit: 0 };
  return { devices, plain, lines: createLines(), complaints: [], locked: new Set(), count: count0 };
}

async function must(running: Promise<Ended>): Promise<void> {
  const { code, stderr } = await running;
  if (code !== 0) throw new Error(`Cannot set up the race: ${stderr}`);
}

type Act = (race: Race, hand: Hand, killing: number) => string | Promise<string>;

/** Acts and how often they are chosen. */
const acts: readonly (readonly [number, Act])[] = [
  [30, (_, hand) => addLine(hand)],
  [10, (_, hand) => editLine(hand)],
  [8, (_, hand) => removeLine(hand)],
  [4, (_, hand) => changeFile(hand)],
  [2, (_, hand) => savePicture(hand)],
  [6, remember],
  [4, commitByGit],
  [20, sync],
  [5, syncWhileWriting],
  [1, packByGit],
];

async function act(race: Race, hand: Hand, killing: number): Promise<string> {
  const all = acts.reduce((sum, [weight]) => sum + weight, 0);
  let left = hand.random.below(all);
  for (const [weight, one] of acts) {
    if (left < weight) return one(race, hand, killing);
    left -= weight;
  }
  return "";
}

async function remember({ plain, lines }: Race, hand: Hand): Promise<string> {
  const { device, random } = hand;
  if (device === plain) return addLine(hand);
  const token = lines.create();
  const topic = random.pick(["cooking", "travel", "boats"]);
  const ended = await device.loci(["remember", `Learned ${token} there`, "--topic", topic]);
  if (ended.code !== 0) lines.unsure(token);
  return `remembered ${token} in ${topic}: ${ended.code === 0 ? "saved" : ended.stderr}`;
}

async function commitByGit(race: Race, { device }: Hand): Promise<string> {
  await device.git("add", "-A");
  const { code, stderr } = await device.git("commit", "-qm", "by plain git");
  if (code !== 0 && stderr !== "") complain(race, device, `git commit: ${stderr}`);
  return "committed by plain git";
}

async function packByGit(race: Race, { device }: Hand): Promise<string> {
  const { code, stderr } = await device.git("gc", "-q");
  if (code !== 0) complain(race, device, `git gc: ${stderr}`);
  return "packed by git";
}

function complain(race: Race, device: Device, words: string): void {
  if (!race.locked.has(device) || !words.includes(".lock': File exists"))
    race.complaints.push(words);
}

async function sync(race: Race, { device, random }: Hand, killing: number): Promise<string> {
  if (device === race.plain) return syncByGit(race);
  const isKilled = random.next() < killing;
  // A round that merges a few files makes some 250 changes to the disk.
  const dieAt = `${1 + random.below(random.pick([30, 150, 300]))}${random.pick(["-", "+"])}`;
  const ended = await device.loci(["sync", "--json"], isKilled ? dieAt : undefined);
  return note(race, device, ended, isKilled ? ` (killed at ${dieAt})` : "");
}

/** Notes how a sync ended; being killed is no fault, and neither is a race that somebody else won six times. */
function note(race: Race, device: Device, { code, stdout, stderr }: Ended, how: string): string {
  race.count.syncs++;
  if (code === null) {
    race.count.kills++;
    race.locked.add(device);
  } else race.locked.delete(device);
  if (code !== null && code !== 0)
    race.complaints.push(`sync of device ${device.nth}${how}: ${stderr.trim()}`);
  return `synced${how}: ${code === null ? "killed" : (stdout + stderr).trim()}`;
}

/** A person goes on writing while the files are replaced. */
async function syncWhileWriting(race: Race, hand: Hand): Promise<string> {
  if (hand.device === race.plain) return syncByGit(race);
  const running = hand.device.loci(["sync", "--json"]);
  const said: string[] = [];
  for (let nth = 0; nth < 6; nth++) {
    await sleep(100 + hand.random.below(150));
    said.push(addLine(hand));
  }
  return `${said.join(", ")}; meanwhile ${note(race, hand.device, await running, "")}`;
}

/** As a person without Loci does it; where git finds a conflict, Loci is asked, as docs/sync.md says. */
async function syncByGit(race: Race): Promise<string> {
  const { plain, count } = race;
  await plain.git("add", "-A");
  await plain.git("commit", "-qm", "by plain git");
  const pulled = await plain.git("pull", "-q", "--no-rebase", "--no-edit");
  if (pulled.code === 0) {
    const pushed = await plain.git("push", "-q");
    return `pulled and pushed by plain git: ${pushed.code}`;
  }
  count.leftByGit++;
  await plain.git("merge", "--abort");
  return note(race, plain, await plain.loci(["sync", "--json"]), " after plain git could not");
}

/** Everybody syncs in turn until no branch moves any more. */
async function syncUntilRest(race: Race, log: SyncRace["log"]): Promise<number> {
  const all = [...race.devices, race.plain];
  let before = "";
  for (let round = 1; round <= 2 * all.length + 2; round++) {
    for (const device of all) {
      letTimePass(device.root);
      const said =
        device === race.plain
          ? await syncByGit(race)
          : note(race, device, await device.loci(["sync", "--json"]), "");
      log?.(`rest ${round} device ${device.nth}: ${said}`);
    }
    const heads = await Promise.all(all.map((device) => device.git("rev-parse", "HEAD")));
    const now = heads.map(({ stdout }) => stdout.trim()).join(" ");
    if (now === before && new Set(now.split(" ")).size === 1) return round - 1;
    before = now;
  }
  race.complaints.push("the devices do not come to rest");
  return Number.POSITIVE_INFINITY;
}

async function findFaults(
  race: Race,
): Promise<LineFaults & Pick<SyncOutcome["faults"], "files" | "complaints">> {
  const { devices, plain, lines } = race;
  const [first, ...others] = [...devices, plain].map((device) => filesOf(device.root));
  const files: string[] = [];
  const counts = new Map<string, number>();
  for (const [path, bytes] of first ?? []) {
    const text = bytes.toString("utf8");
    if (/^(<<<<<<<|>>>>>>>)/m.test(text)) files.push(`${path} has conflict markers`);
    for (const token of tokensOf(text)) counts.set(token, (counts.get(token) ?? 0) + 1);
  }
  others.forEach((other, at) => {
    for (const path of new Set([...(first?.keys() ?? []), ...other.keys()])) {
      const [one, two] = [first?.get(path), other.get(path)];
      if (one === undefined || two === undefined || !one.equals(two))
        files.push(`${path} is not the same on the devices 0 and ${at + 1}`);
    }
  });
  for (const device of [...devices, plain]) await checkGit(race, device);
  return { ...lines.check(counts), files, complaints: race.complaints };
}

async function checkGit(race: Race, device: Device): Promise<void> {
  const status = await device.git("status", "--porcelain");
  if (status.stdout !== "")
    race.complaints.push(`git status of device ${device.nth}: ${status.stdout}`);
  const fsck = await device.git("fsck", "--strict", "--no-dangling");
  if (fsck.code !== 0) race.complaints.push(`git fsck of device ${device.nth}: ${fsck.stderr}`);
}
