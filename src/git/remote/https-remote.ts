import { Readable } from "node:stream";
import git, { type GitHttpRequest } from "isomorphic-git";
import { errnoOf, messageOf } from "../../errors.ts";
import { checkTip, newObjects } from "../ancestry/ancestry.ts";
import { diskBlocked } from "../disk.ts";
import { Objects } from "../objects/objects.ts";
import { branchName, branchRef, isRefName } from "../refs/refs.ts";
import { keepPacks, shadowFs, withShadow } from "../shadow.ts";
import type { Remote, RemoteMove, RemoteOptions, RemoteRefs } from "./remote.ts";
import { gitFailed } from "./remote-failed.ts";
import type { RemotePlace } from "./remote-url.ts";

/** A remote over https where the system has no git, by isomorphic-git. */
export function openHttpsRemote({ objects, settings }: RemoteOptions, place: RemotePlace): Remote {
  const url = place.shown;
  const connect = async <T>(
    signal: AbortSignal | undefined,
    work: (link: Link) => Promise<T>,
  ): Promise<T> => {
    signal?.throwIfAborted();
    const request = createRequest(place, settings.timeoutMs, signal);
    try {
      return await work({ http: { request }, url });
    } catch (error) {
      signal?.throwIfAborted();
      throw diskBlocked(error) ?? gitFailed(place, allMessages(error), error);
    }
  };
  return {
    url,
    refs: (signal) => connect(signal, listRefs),
    async fetch(branch, [known], signal) {
      const tip = await connect(signal, (link) =>
        fetchBranch(link, objects.gitDir, { branch, known, signal }),
      );
      objects.refresh();
      return tip;
    },
    push: (move, signal) => connect(signal, (link) => pushCommit(link, objects, move, signal)),
  };
}

/** What the library's calls need to reach the remote. */
interface Link {
  readonly http: { readonly request: ReturnType<typeof createRequest> };
  readonly url: string;
}

async function listRefs(link: Link): Promise<RemoteRefs> {
  const refs = await git.listServerRefs({ ...link, symrefs: true, protocolVersion: 2 });
  const branches = refs.flatMap(({ ref, oid }) => {
    const name = branchName(ref);
    return name === undefined || !isRefName(ref) ? [] : [[name, oid] as const];
  });
  const head = refs.find(({ ref }) => ref === "HEAD")?.target;
  return { branches: new Map(branches), head: head && branchName(head) };
}

/** Fetches into a shadow of the repository; what comes is looked at before it is kept. */
function fetchBranch(
  link: Link,
  gitDir: string,
  wanted: { branch: string; known: string | undefined; signal: AbortSignal | undefined },
): Promise<string> {
  const { branch, known, signal } = wanted;
  const refs = new Map(known === undefined ? [] : [["known", known]]);
  return withShadow(gitDir, refs, async (shadow) => {
    const { fetchHead } = await git.fetch({
      ...link,
      fs: shadowFs,
      gitdir: shadow,
      remote: "sync",
      // What the remote is told we have: with the checked-out branch it would send the whole history again.
      ref: "refs/loci/known",
      remoteRef: branch,
      singleBranch: true,
      tags: false,
    });
    if (fetchHead === null) throw new Error(`couldn't find remote ref ${branch}`);
    // The library leaves out of a pack's index what it cannot read.
    const objects = new Objects(gitDir, shadow);
    if (known === undefined) await checkTip(objects, fetchHead);
    else await newObjects(objects, known, fetchHead, signal);
    await keepPacks(shadow, gitDir);
    return fetchHead;
  });
}

/** Not by the library's `push`: that one walks the whole history, and sends a branch, not a commit. */
async function pushCommit(
  link: Link,
  objects: Objects,
  { branch, from, to }: RemoteMove,
  signal?: AbortSignal,
): Promise<"pushed" | "raced"> {
  const now = (await listRefs(link)).branches.get(branch);
  if (now === to) return "pushed"; // The answer to an earlier push was lost.
  if (now !== from) return "raced";
  const oids = [...(await newObjects(objects, from, to, signal))];
  const { gitDir: gitdir } = objects;
  const { packfile = new Uint8Array() } = await git.packObjects({ fs: shadowFs, gitdir, oids });
  const ref = branchRef(branch);
  const command = `${from ?? "0".repeat(40)} ${to} ${ref}\0 report-status agent=loci\n`;
  const length = (Buffer.byteLength(command) + 4).toString(16).padStart(4, "0");
  const { statusCode, body } = await link.http.request({
    url: `${link.url}/git-receive-pack`,
    method: "POST",
    headers: { "Content-Type": "application/x-git-receive-pack-request" },
    body: [Buffer.from(`${length}${command}0000`), packfile],
  });
  const report = (await collect(body)).toString("utf8");
  if (statusCode === 200 && report.includes(`ok ${ref}\n`)) return "pushed";
  if (/fetch first|cannot lock|failed to update ref|incorrect old value/.test(report))
    return "raced";
  const why = /ng \S+ (.*)/.exec(report)?.[1] ?? `HTTP ${statusCode} ${report}`;
  throw new Error(`[remote rejected] ${why}`);
}

/** What went wrong, with its causes and their codes, to tell them by. */
function allMessages(error: unknown): string {
  if (!(error instanceof Error)) return messageOf(error);
  const cause = error.cause ? allMessages(error.cause) : "";
  return `${error.message} ${errnoOf(error) ?? ""} ${cause}`.trim();
}

type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** isomorphic-git's way out, with the limits that it has not; no redirect is followed, with a password or without. */
function createRequest({ basic }: RemotePlace, timeoutMs: number, signal?: AbortSignal) {
  return async (asked: Omit<GitHttpRequest, "body"> & { readonly body?: Bytes | undefined }) => {
    const { url, method = "GET" } = asked;
    const silence = new AbortController();
    const timer = setTimeout(() => silence.abort(new Error("it timed out")), timeoutMs);
    const headers = new Headers(asked.headers);
    if (basic !== undefined) headers.set("Authorization", `Basic ${basic}`);
    try {
      const response = await fetch(url, {
        method,
        headers,
        body: asked.body === undefined ? null : await collect(asked.body),
        redirect: "manual",
        signal: AbortSignal.any([silence.signal, signal ?? silence.signal]),
      });
      const answer = await collect(response.body ?? [], timer);
      // The library takes a list that was cut for a shorter one: without the branch, as if that were gone.
      if (url.includes("/info/refs?") && /^001.# service=.*(?<!0000)$/s.test(String(answer)))
        throw new Error("early EOF");
      return {
        url,
        method,
        statusCode: response.status,
        statusMessage: response.statusText,
        headers: Object.fromEntries(response.headers),
        body: Readable.from([answer]).iterator(),
      };
    } finally {
      clearTimeout(timer);
    }
  };
}

/** A larger answer is refused: it lies in memory as a whole. */
const maxBytes = 256 * 2 ** 20;

async function collect(parts: Bytes, silence?: NodeJS.Timeout): Promise<Buffer<ArrayBuffer>> {
  const all: Uint8Array[] = [];
  let total = 0;
  for await (const part of parts) {
    silence?.refresh();
    total += part.length;
    if (total > maxBytes) throw new RangeError("too large to be taken without git: install git");
    all.push(part);
  }
  return Buffer.concat(all);
}
