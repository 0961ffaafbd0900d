import { branchName, branchRef, isRefName, maxListBytes } from "../refs/refs.ts";
import type { PacketReader } from "./packet.ts";
import type { RemoteRefs } from "./remote.ts";
import { cleanText, remoteFailed } from "./remote-failed.ts";

/** What a server sends first: all its refs, and its capabilities. */
export interface Advert {
  /** By full name; those that git allows only. */
  readonly refs: ReadonlyMap<string, string>;
  /** Further commits that it has (`.have`). */
  readonly extras: readonly string[];
  /** Name → value, empty where it has none. */
  readonly capabilities: ReadonlyMap<string, string>;
  /** Where its own history is cut off. */
  readonly isShallow: boolean;
  readonly head: string | undefined;
}

/** Reads a server's list of refs, as protocol 0 and 1 send it. */
export async function readAdvert(all: PacketReader, url: string): Promise<Advert> {
  const packets = withLimit(all, url);
  const refs = new Map<string, string>();
  const capabilities = new Map<string, string>();
  const extras: string[] = [];
  const found = { isShallow: false, headOid: "" };
  let isFirst = true;
  for (let line = await first(packets, url); line !== undefined; line = await next(packets, url)) {
    if (line === "version 1") continue;
    if (line.startsWith("shallow ")) {
      found.isShallow = true;
      continue;
    }
    const [ref = "", abilities] = line.split("\0");
    if (isFirst) readCapabilities(abilities ?? "", capabilities);
    isFirst = false;
    const oid = ref.slice(0, 40);
    const name = ref.slice(41);
    checkOid(ref, capabilities, url);
    if (name === "HEAD") found.headOid = oid;
    else if (name === ".have") extras.push(oid);
    else if (isRefName(name)) refs.set(name, oid);
  }
  checkHash(capabilities.get("object-format"), url);
  return {
    refs,
    extras,
    capabilities,
    isShallow: found.isShallow,
    head: headOf(found.headOid, refs, capabilities),
  };
}

/** The branches in a list of refs. */
export function advertToRefs(advert: Pick<Advert, "refs" | "head">): RemoteRefs {
  const branches = new Map<string, string>();
  for (const [name, oid] of advert.refs) {
    const branch = branchName(name);
    if (branch !== undefined) branches.set(branch, oid);
  }
  return { head: advert.head, branches };
}

/** Over http a line with the service's name and a flush come first. */
async function first(packets: PacketReader, url: string): Promise<string | undefined> {
  const line = await next(packets, url);
  if (line?.startsWith("# service=") !== true) return line;
  if ((await packets.read()) !== "flush") throw garbled(url);
  return await next(packets, url);
}

async function next(packets: PacketReader, url: string): Promise<string | undefined> {
  const bytes = await packets.read();
  if (bytes === "flush") return undefined;
  const line = bytes.toString("utf8").replace(/\n$/, "");
  if (line.startsWith("ERR ")) throw refused(url, line.slice(4));
  return line;
}

/** `ERR`: how servers say no before they begin. */
function refused(url: string, text: string): Error {
  const isGone = /not found|does not exist|no such|not exported/i.test(text);
  return remoteFailed(url, {
    reason: isGone ? "gone" : "rejected",
    state: `the server says "${cleanText(text)}"`,
    fix: isGone ? "check the URL and your rights there" : "ask whoever runs the server",
  });
}

function readCapabilities(text: string, capabilities: Map<string, string>): void {
  for (const word of text.split(" ").filter(Boolean)) {
    const [name = "", ...value] = word.split("=");
    if (name === "symref" && value[0]?.startsWith("HEAD:") !== true) continue;
    capabilities.set(name, value.join("="));
  }
}

function checkOid(ref: string, capabilities: ReadonlyMap<string, string>, url: string): void {
  if (/^[0-9a-f]{40} \S/.test(ref)) return;
  checkHash(/^[0-9a-f]{64} /.test(ref) ? "sha256" : capabilities.get("object-format"), url);
  throw garbled(url);
}

function checkHash(format: string | undefined, url: string): void {
  if (format === undefined || format === "sha1") return;
  throw remoteFailed(url, {
    reason: "unsupported",
    state: `its repository uses ${cleanText(format)} object names`,
    fix: "make the repository again with `git init --object-format=sha1`",
  });
}

/** A connection over which a pack comes later takes more than a list may have. */
function withLimit(packets: PacketReader, url: string): PacketReader {
  let bytes = 0;
  return {
    async read() {
      const packet = await packets.read();
      bytes += packet.length;
      if (bytes > maxListBytes) throw tooLong(url);
      return packet;
    },
  };
}

const tooLong = (url: string): Error =>
  remoteFailed(url, {
    reason: "damaged",
    state: "its list of branches and tags is larger than 64 MB",
    fix: "delete branches and tags there, or set up a new remote",
  });

function garbled(url: string): Error {
  return remoteFailed(url, {
    reason: "damaged",
    state: "its list of branches cannot be read",
    fix: "check that the URL is that of a git repository, and try again",
  });
}

/** Old servers do not say which branch HEAD is: take one at the same commit, main first. */
function headOf(
  oid: string,
  refs: ReadonlyMap<string, string>,
  capabilities: ReadonlyMap<string, string>,
): string | undefined {
  const target = /^HEAD:(refs\/heads\/.+)$/.exec(capabilities.get("symref") ?? "")?.[1];
  if (target !== undefined && refs.has(target)) return branchName(target);
  const usual = [branchRef("main"), branchRef("master"), ...refs.keys()];
  const same = usual.filter((name) => refs.get(name) === oid);
  return same.map(branchName).find((branch) => branch !== undefined);
}
