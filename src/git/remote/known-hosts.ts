import { createHmac } from "node:crypto";

/** What the files of known hosts say about a server's key. */
export type HostVerdict = "known" | "unknown" | "changed" | "revoked";

/**
 * Looks a server's key up in the text of known_hosts files, as OpenSSH does, by the server's name there: `host`, or
 * `[host]:port` where that is not 22. Certificates and patterns are passed over; a revoked key is revoked for all hosts.
 */
export function checkHostKey(text: string, name: string, key: Buffer): HostVerdict {
  const isShown = (line: HostLine): boolean => line.key === key.toString("base64");
  const isRevoked = (line: HostLine): boolean => line.marker === "@revoked" && isShown(line);
  if (parseKnownHosts(text).some(isRevoked)) return "revoked";
  const trusted = trustedLines(text, name);
  if (trusted.some(isShown)) return "known";
  return trusted.length > 0 ? "changed" : "unknown";
}

/** The kinds of keys that are known of a server, so that it can be asked for one of these. */
export const knownKeyTypes = (text: string, name: string): ReadonlySet<string> =>
  new Set(trustedLines(text, name).map(({ type }) => type));

interface HostLine {
  readonly marker: string | undefined;
  readonly hosts: string;
  readonly type: string;
  /** Base64. */
  readonly key: string;
}

function parseKnownHosts(text: string): HostLine[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const words = line.trim().split(/\s+/);
    const marker = words[0]?.startsWith("@") ? words.shift() : undefined;
    const [hosts, type, key] = words;
    if (hosts === undefined || type === undefined || key === undefined) return [];
    return hosts.startsWith("#") ? [] : [{ marker, hosts, type, key }];
  });
}

const trustedLines = (text: string, name: string): HostLine[] =>
  parseKnownHosts(text).filter((one) => one.marker === undefined && isFor(one.hosts, name));

function isFor(hosts: string, name: string): boolean {
  if (!hosts.startsWith("|1|")) return hosts.toLowerCase().split(",").includes(name);
  const [, , salt = "", hash = ""] = hosts.split("|");
  return createHmac("sha1", Buffer.from(salt, "base64")).update(name).digest("base64") === hash;
}
