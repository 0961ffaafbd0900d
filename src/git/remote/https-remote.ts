import { Readable } from "node:stream";
import git, { type GitHttpRequest } from "isomorphic-git";
import { checkTip, newObjects } from "../ancestry/ancestry.ts";
import { Objects } from "../objects/objects.ts";
import { branchName, branchRef, isRefName } from "../refs/refs.ts";
import { keepPacks, shadowFs, withShadow } from "../system-git.ts";
import type { Remote, RemoteOptions } from "./remote.ts";
import type { RemotePlace } from "./remote-url.ts";

/** A remote over https where there is no git program, by isomorphic-git. Its errors are the library's. */
export function openHttpsRemote(options: RemoteOptions, place: RemotePlace): Remote {
  const { objects, settings, signal } = options;
  const { gitDir } = objects;
  const url = place.shown;
  const http = { request: createRequest(place, settings.timeoutMs, signal) };
  return {
    url,

    async refs() {
      const refs = await git.listServerRefs({ http, url, symrefs: true, protocolVersion: 2 });
      const branches = refs.flatMap(({ ref, oid }) => {
        const name = branchName(ref);
        return name === undefined || !isRefName(ref) ? [] : [[name, oid] as const];
      });
      const head = refs.find(({ ref }) => ref === "HEAD")?.target;
      return { branches: new Map(branches), head: head && branchName(head) };
    },

    /** Fetches into a shadow of the repository; what comes is looked at before it is kept. */
    fetch(branch, [known]) {
      const refs = new Map(known === undefined ? [] : [["known", known]]);
      return withShadow(gitDir, refs, async (shadow) => {
        const { fetchHead } = await git.fetch({
          http,
          url,
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
        const fetched = new Objects(gitDir, shadow);
        if (known === undefined) await checkTip(fetched, fetchHead);
        else await newObjects(fetched, known, fetchHead, signal);
        await keepPacks(shadow, gitDir);
        objects.refresh();
        return fetchHead;
      });
    },

    /** Not by the library's `push`: that one walks the whole history, and sends a branch, not a commit. */
    async push(branch, from, to) {
      const oids = [...(await newObjects(objects, from, to, signal))];
      const { packfile = [] } = await git.packObjects({ fs: shadowFs, gitdir: gitDir, oids });
      const ref = branchRef(branch);
      const command = `${from ?? "0".repeat(40)} ${to} ${ref}\0 report-status agent=loci\n`;
      const length = (Buffer.byteLength(command) + 4).toString(16).padStart(4, "0");
      const { statusCode, body } = await http.request({
        url: `${url}/git-receive-pack`,
        method: "POST",
        headers: { "Content-Type": "application/x-git-receive-pack-request" },
        body: [Buffer.from(`${length}${command}0000`), Buffer.from(packfile)],
      });
      const report = (await collect(body)).toString("utf8");
      if (statusCode === 200 && report.includes(`ok ${ref}\n`)) return "pushed";
      const why = /ng \S+ (.*)/.exec(report)?.[1] ?? `HTTP ${statusCode} ${report}`;
      throw new Error(`[remote rejected] ${why}`);
    },
  };
}

type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** isomorphic-git's way out, with the limits that it has not; no redirect is followed, with a password or without. */
const createRequest =
  ({ basic }: RemotePlace, timeoutMs: number, signal?: AbortSignal) =>
  async (asked: Omit<GitHttpRequest, "body"> & { readonly body?: Bytes | undefined }) => {
    const { url } = asked;
    const silence = new AbortController();
    const timer = setTimeout(() => silence.abort(new Error("it timed out")), timeoutMs);
    const headers = new Headers(asked.headers);
    if (basic !== undefined) headers.set("Authorization", `Basic ${basic}`);
    try {
      const response = await fetch(url, {
        method: asked.method ?? "GET",
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
        statusCode: response.status,
        statusMessage: response.statusText,
        headers: Object.fromEntries(response.headers),
        body: Readable.from([answer]).iterator(),
      };
    } finally {
      clearTimeout(timer);
    }
  };

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
