import { totalmem } from "node:os";
import { join, relative, resolve } from "node:path";
import { sayLeftOut } from "../app/site/left-out.ts";
import {
  type BuildRequest,
  openSite,
  type SiteReport,
  type SiteStage,
  type VaultSite,
} from "../app/site/open-site.ts";
import { LociError } from "../errors.ts";
import type { Call } from "./command.ts";
import { findVault } from "./find-vault.ts";
import { textFlags } from "./flags.ts";
import { counted } from "./printable.ts";
import { readAddress, readInclude, siteForUp } from "./site-flags.ts";
import { stopSignal } from "./stop-signal.ts";
import { clearLine, showsProgress } from "./terminal.ts";

/** `loci site build`: builds the site into a folder. Returns the exit code. */
export async function runBuild(call: Call): Promise<number> {
  const isPublic = call.flags.public === true;
  const address = readAddress(call);
  const { out } = textFlags(call, "out");
  const { list } = textFlags(call, "list");
  if (isPublic && out === undefined) {
    throw new LociError("USAGE", "Cannot build a public site without a place: add --out DIR");
  }
  if (!isPublic && list !== undefined) {
    throw new LociError("USAGE", "Cannot use --list without --public: it is what that shows");
  }
  const root = findVault(call);
  const vault = await openSite({ root, env: call.env, now: call.now, report: call.note });
  const include = readInclude(call, root, vault.settings.banks);
  const report = await untilStopped(call, async (signal) =>
    vault.build({
      ...{ out: out === undefined ? join(vault.lociDir, "site") : resolve(call.cwd, out) },
      ...{ ...address, isServed: false, isLive: false, signal },
      include,
      ...(isPublic ? await readPublicList(call, { root, vault, include }, list) : {}),
      ...(call.flags.search === false ? { search: false } : {}),
      onProgress: progressOn(call),
    }),
  );
  if (call.json) call.printJson(toJson(report, address.base));
  else
    sayReport(call, report, { root, vault, list: isPublic ? (list ?? "public.txt") : undefined });
  return 0;
}

/**
 * Builds the site for `loci up`, in a child process: at once, and again for each line of standard input, with what the
 * builds before have read. Ends with the parent, whose end closes standard input, and when it has become too large to stay.
 */
export async function buildForUp(call: Call): Promise<number> {
  const requests = readRequests(call.stdin);
  let earlier: VaultSite | undefined;
  try {
    do {
      const root = findVault(call);
      const open = { root, env: call.env, now: call.now, onFault: () => {}, earlier };
      const vault = await openSite(open);
      const report = await untilStopped(call, (signal) =>
        vault.build({
          ...{ out: join(vault.lociDir, siteForUp.folder), base: "/" },
          ...{ isServed: true, isLive: true },
          signal: AbortSignal.any([signal, requests.ended]),
          onPages: (shown) => call.printJson({ shown }),
        }),
      );
      const { written, removed } = report;
      // Of the problems each has a page: a vault can have more of them than the parent takes.
      call.printJson({ written, removed, leftOut: sayLeftOut(report, vault.settings) });
      earlier = vault;
    } while (process.memoryUsage.rss() < maxRss() && (await requests.next()));
    return 0;
  } finally {
    if ("destroy" in call.stdin) call.stdin.destroy();
  }
}

/** What a process may hold of the machine's memory while it waits for the next build (bytes). */
const maxRss = (): number => totalmem() / 12;

/** Requests of the parent, a line each. `ended` aborts when no more can come; the process then has a moment to end in order. */
function readRequests(input: NodeJS.ReadableStream) {
  const ended = new AbortController();
  let waiting = 0;
  let wake = (): void => {};
  const leave = (): void => {
    ended.abort();
    wake();
    setTimeout(() => process.exit(1), orphanMs).unref(); // Pages are written atomically.
  };
  input.once("end", leave).on("data", (part: Buffer | string) => {
    waiting += String(part).split("\n").length - 1;
    wake();
  });
  return {
    ended: ended.signal,
    /** Whether there is another; waits for it. */
    async next(): Promise<boolean> {
      while (waiting === 0 && !ended.signal.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      waiting = 0;
      return !ended.signal.aborted;
    },
  };
}

/** Time to end in order after the parent has gone (ms). */
const orphanMs = 3_000;

/** The list that was reviewed; where there is none yet, prints all that it could have. Rejects as `readPublicFile`. */
async function readPublicList(
  call: Call,
  of: { readonly root: string; readonly vault: VaultSite; readonly include: readonly string[] },
  list: string | undefined,
): Promise<Pick<BuildRequest, "publicList">> {
  const file = list === undefined ? join(of.root, "public.txt") : resolve(call.cwd, list);
  const { readPublicFile } = await import("../app/site/public-file.ts");
  try {
    return { publicList: await readPublicFile(file) };
  } catch (error) {
    const hasNone = error instanceof LociError && error.code !== "UNREADABLE";
    if (hasNone && !call.json) call.write(await of.vault.list(of.include));
    throw error;
  }
}

/** Runs a build, which Ctrl-C stops after the current page. Rejects then with LociError WRITE_FAILED. */
async function untilStopped<T>(call: Call, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { signal, release } = stopSignal();
  try {
    return await work(signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new LociError(
      "WRITE_FAILED",
      "Cannot finish the site: it was stopped; each page is whole, and the next build goes on from there",
      { cause: error, data: { reason: "stopped" } },
    );
  } finally {
    clearLine(call);
    release();
  }
}

const stages: Readonly<Record<SiteStage, string>> = {
  templates: "Compiling templates",
  read: "Reading notes",
  history: "Reading history",
  plan: "Planning pages",
  graph: "Laying out the graph",
  pages: "Writing pages",
  files: "Copying files",
  search: "Indexing for search",
};

/** Returns a callback that shows progress on a terminal once the build has taken a second. */
function progressOn(call: Call): NonNullable<BuildRequest["onProgress"]> {
  if (!showsProgress(call)) return () => {};
  const startedAt = call.now();
  return (stage, done, total) => {
    if (call.now() - startedAt < 1_000) return;
    const count = total > 1 ? ` ${done} of ${total}` : "";
    call.stderr.write(`\r\u001b[K${stages[stage]}${count}…`);
  };
}

/** The report as `--json` prints it; scripts rely on the shape. */
function toJson(report: SiteReport, base: string): object {
  const { out, documents, entries, pages, written, unchanged, removed, hidden } = report;
  return {
    ...{ out, base, documents, entries, pages, written, unchanged, removed, hidden },
    problems: report.problems,
    notes: report.notes,
    seconds: Math.round(report.milliseconds.total) / 1_000,
  };
}

/** Most problems listed; the rest is counted. */
const maxProblems = 10;

function sayReport(
  call: Call,
  report: SiteReport,
  {
    root,
    vault,
    list,
  }: { readonly root: string; readonly vault: VaultSite; readonly list: string | undefined },
): void {
  const { out, pages, documents, entries, written, removed, problems, hidden } = report;
  const seconds = (report.milliseconds.total / 1_000).toFixed(1);
  call.print(`Built ${out}`);
  call.print(
    `${counted(pages, "page")} of ${counted(documents, "document")} with ${counted(entries, "memory", "memories")}: ${written} written, ${removed} removed, in ${seconds} s`,
  );
  const left = list === undefined ? sayLeftOut(report, vault.settings) : sayUnlisted(hidden, list);
  if (left !== undefined) call.print(left);
  for (const note of report.notes) call.note(note);
  for (const { file, line, message } of problems.slice(0, maxProblems)) {
    call.print(`${placeOf(root, file)}${line > 0 ? `:${line}` : ""}  ${message}`);
  }
  const more = problems.length - maxProblems;
  const where =
    list === undefined
      ? "--json names them all, and the page problems/ does"
      : "--json names them all";
  if (more > 0) call.print(`… and ${more} more: ${where}`);
}

const placeOf = (root: string, file: string): string =>
  file.startsWith("/") ? relative(root, file) : file;

/** Describes what the public list leaves out, whether private or not. */
function sayUnlisted({ documents, entries }: SiteReport["hidden"], list: string): string {
  const missing = `${counted(documents, "document")} and, of the others, ${counted(entries, "memory", "memories")} are not on it`;
  return `Shown: what ${list} lists; ${documents + entries === 0 ? "that is everything" : missing}`;
}
