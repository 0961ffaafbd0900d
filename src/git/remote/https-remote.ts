import git, { type GitHttpRequest } from "isomorphic-git";
import { LociError, messageOf } from "../../errors.ts";
import { checkTip, newObjects } from "../ancestry/ancestry.ts";
import { openDrafts } from "../disk.ts";
import { openObjects } from "../objects/objects.ts";
import { branchRef } from "../refs/refs.ts";
import type { Remote, RemoteMove, RemoteOptions, RemoteRefs } from "./remote.ts";
import { diskFailed, gitFailed } from "./remote-failed.ts";
import type { RemotePlace } from "./remote-url.ts";
import { readToken } from "./token.ts";

type HttpPlace = Extract<RemotePlace, { type: "http" }>;

/** A remote over https where the system has no git, by isomorphic-git. */
export function openHttpsRemote(place: HttpPlace, options: RemoteOptions): Remote {
  const withLink = async <T>(
    signal: AbortSignal | undefined,
    work: (link: Link) => Promise<T>,
  ): Promise<T> => {
    signal?.throwIfAborted();
    const token = await readToken(options, place);
    const headers: Record<string, string> = {};
    if (token) headers.Authorization = `Basic ${Buffer.from(token.login).toString("base64")}`;
    const http = createHttp(options.settings.timeoutMs, signal);
    try {
      return await work({ http, url: place.base.href.replace(/\/$/, ""), headers, signal });
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof LociError && error.code === "SYNC_FAILED") throw error;
      const full = diskFailed(place.shown, "the disk of the vault", error);
      throw full ?? gitFailed(place, allMessages(error), token, error);
    }
  };
  return {
    url: place.shown,
    refs: (signal) => withLink(signal, listRefs),
    async fetch(branch, [known], signal) {
      const tip = await withLink(signal, (link) => fetchBranch(link, options, { branch, known }));
      options.objects.refresh();
      return tip;
    },
    push: (move, signal) => withLink(signal, (link) => pushCommit(link, options, move)),
  };
}

/** What the library's calls need to reach the remote. */
interface Link {
  readonly http: Http;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly signal: AbortSignal | undefined;
}

async function listRefs({ http, url, headers }: Link): Promise<RemoteRefs> {
  const place = { http, url, headers: { ...headers } }; // The library changes them.
  const refs = await git.listServerRefs({ ...place, symrefs: true, protocolVersion: 2 });
  const branches = refs.filter(({ ref }) => ref.startsWith("refs/heads/"));
  const head = refs.find(({ ref }) => ref === "HEAD")?.target;
  return {
    branches: new Map(branches.map(({ ref, oid }) => [ref.slice("refs/heads/".length), oid])),
    head: head?.slice("refs/heads/".length),
  };
}

/** Fetches into a store of its own; what comes is looked at before it is kept. */
async function fetchBranch(
  { http, url, headers, signal }: Link,
  { repository, disk }: RemoteOptions,
  { branch, known }: { readonly branch: string; readonly known: string | undefined },
): Promise<string> {
  await openDrafts(disk, repository.gitDir);
  const apart = openObjects(repository.gitDir, disk);
  const files = new Map([
    // Without a refspec the library refuses to fetch.
    ["config", '[remote "sync"]\n\tfetch = +refs/heads/*:refs/remotes/sync/*\n'],
    // What the remote is told we have: with the checked-out branch it would send the whole history again.
    ["refs/remotes/sync/known", known === undefined ? "" : `${known}\n`],
  ]);
  return apart.library.fs.quarantine(files, async () => {
    const { fetchHead } = await git.fetch({
      ...apart.library,
      http,
      url,
      headers,
      remote: "sync",
      ref: "refs/remotes/sync/known",
      remoteRef: branch,
      singleBranch: true,
      tags: false,
    });
    if (fetchHead === null) throw new Error(`couldn't find remote ref ${branch}`);
    // The library leaves out of a pack's index what it cannot read.
    if (known === undefined) await checkTip(apart, fetchHead);
    else await newObjects(apart, known, fetchHead, signal);
    return fetchHead;
  });
}

/** Not by the library's `push`: that one walks the whole history, and sends a branch, not a commit. */
async function pushCommit(
  link: Link,
  { objects }: RemoteOptions,
  { branch, from, to }: RemoteMove,
): Promise<"pushed" | "raced"> {
  const { http, url, headers, signal } = link;
  const now = (await listRefs(link)).branches.get(branch);
  if (now === to) return "pushed"; // The answer to an earlier push was lost.
  if (now !== from) return "raced";
  const oids = [...(await newObjects(objects, from, to, signal))];
  const { packfile = new Uint8Array() } = await git.packObjects({ ...objects.library, oids });
  const ref = branchRef(branch);
  const command = `${from ?? "0".repeat(40)} ${to} ${ref}\0 report-status agent=loci\n`;
  const length = (Buffer.byteLength(command) + 4).toString(16).padStart(4, "0");
  const response = await http.request({
    url: `${url}/git-receive-pack`,
    method: "POST",
    headers: { ...headers, "Content-Type": "application/x-git-receive-pack-request" },
    body: [Buffer.from(`${length}${command}0000`), packfile],
  });
  const report = (await collect(response.body)).toString("utf8");
  if (response.statusCode === 200 && report.includes(`ok ${ref}\n`)) return "pushed";
  if (/fetch first|cannot lock|failed to update ref|incorrect old value/.test(report))
    return "raced";
  throw new Error(`[remote rejected] ${response.statusCode} ${report}`);
}

/** What went wrong, with its causes and their codes, to tell them by. */
function allMessages(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const cause = error instanceof Error && error.cause ? allMessages(error.cause) : "";
  return `${messageOf(error)} ${code} ${cause}`.trim();
}

type Http = ReturnType<typeof createHttp>;

type HttpRequest = Pick<GitHttpRequest, "url" | "method" | "headers"> & {
  readonly body?: AsyncIterable<Uint8Array> | Iterable<Uint8Array> | undefined;
};

/** isomorphic-git's way out, with the limits that it has not; no redirect is followed, with a password or without. */
function createHttp(timeoutMs: number, signal: AbortSignal | undefined) {
  return {
    async request({ url, method = "GET", headers = {}, body }: HttpRequest) {
      const silence = new AbortController();
      const timer = setTimeout(() => silence.abort(new Error("it timed out")), timeoutMs);
      const response = await fetch(url, {
        method,
        headers,
        body: body === undefined ? null : await collect(body),
        redirect: "manual",
        signal: AbortSignal.any(signal ? [signal, silence.signal] : [silence.signal]),
      }).finally(() => timer.unref());
      return {
        url,
        method,
        statusCode: response.status,
        statusMessage: response.statusText,
        headers: Object.fromEntries(response.headers),
        body: limited(response.body ?? [], timer),
      };
    },
  };
}

/** A larger answer is refused: it lies in memory as a whole. */
const maxBytes = 256 * 2 ** 20;

async function* limited(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  silence: NodeJS.Timeout,
): AsyncIterableIterator<Uint8Array> {
  let total = 0;
  for await (const chunk of body) {
    silence.refresh();
    total += chunk.length;
    if (total > maxBytes) {
      const state = "Cannot take more than 256 MB at once without git: install git";
      throw new LociError("SYNC_FAILED", state, { data: { reason: "full", fix: "install git" } });
    }
    yield chunk;
  }
  clearTimeout(silence);
}

async function collect(
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<Buffer<ArrayBuffer>> {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}
