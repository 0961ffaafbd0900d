import { createHash, createHmac } from "node:crypto";

/** What the files of known hosts say about a server's key. */
export type HostVerdict = "known" | "unknown" | "changed" | "revoked";

/** Looks a server's key up in the text of known_hosts files, as OpenSSH does; certificates are not looked at. */
export function checkHostKey(
  texts: readonly string[],
  server: { readonly host: string; readonly port: number },
  key: Buffer,
): HostVerdict {
  const lines = texts.flatMap(parseKnownHosts).filter((line) => matchesHost(line.hosts, server));
  const same = lines.filter((line) => line.key === key.toString("base64"));
  if (same.some(({ marker }) => marker === "@revoked")) return "revoked";
  const trusted = lines.filter(({ marker }) => marker === undefined);
  if (same.some(({ marker }) => marker === undefined)) return "known";
  return trusted.length > 0 ? "changed" : "unknown";
}

/** The kinds of keys that are known of a server, so that it can be asked for one of these. */
export function knownKeyTypes(
  texts: readonly string[],
  server: { readonly host: string; readonly port: number },
): readonly string[] {
  const lines = texts.flatMap(parseKnownHosts).filter((line) => matchesHost(line.hosts, server));
  return [...new Set(lines.filter(({ marker }) => marker === undefined).map(({ type }) => type))];
}

/** `SHA256:…`, as ssh shows it. */
export function fingerprintOf(key: Buffer): string {
  return `SHA256:${createHash("sha256").update(key).digest("base64").replace(/=+$/, "")}`;
}

/** How a server is named in these files: with its port where that is not 22. */
export const hostName = ({
  host,
  port,
}: {
  readonly host: string;
  readonly port: number;
}): string => (port === 22 ? host.toLowerCase() : `[${host.toLowerCase()}]:${port}`);

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

function matchesHost(
  hosts: string,
  server: { readonly host: string; readonly port: number },
): boolean {
  const name = hostName(server);
  if (hosts.startsWith("|1|")) {
    const [, , salt = "", hash = ""] = hosts.split("|");
    const found = createHmac("sha1", Buffer.from(salt, "base64")).update(name).digest("base64");
    return found === hash;
  }
  const patterns = hosts.toLowerCase().split(",");
  if (patterns.some((one) => one.startsWith("!") && matchesPattern(one.slice(1), name)))
    return false;
  return patterns.some((one) => !one.startsWith("!") && matchesPattern(one, name));
}

/** `*` and `?` as in a shell, without its other signs. */
export function matchesPattern(pattern: string, name: string): boolean {
  let at = 0;
  let back = -1;
  let resumed = 0;
  let index = 0;
  while (index < name.length) {
    if (pattern[at] === "*") {
      back = at++;
      resumed = index;
    } else if (at < pattern.length && (pattern[at] === "?" || pattern[at] === name[index])) {
      at++;
      index++;
    } else if (back >= 0) {
      at = back + 1;
      index = ++resumed;
    } else return false;
  }
  while (pattern[at] === "*") at++;
  return at === pattern.length;
}
