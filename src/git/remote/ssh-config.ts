import { matchesPattern } from "./known-hosts.ts";

/** What a person's ~/.ssh/config says about one host; the first value written wins, as in OpenSSH. */
export interface SshHost {
  readonly hostName: string | undefined;
  readonly user: string | undefined;
  readonly port: number | undefined;
  readonly identityFiles: readonly string[];
  readonly knownHostsFiles: readonly string[];
  readonly identityAgent: string | undefined;
  /** ProxyJump or ProxyCommand: a way that Loci cannot go. */
  readonly proxy: string | undefined;
}

/** Reads the simple settings of a host; `Match` blocks and includes are passed over. */
export function readSshConfig(text: string, host: string): SshHost {
  const values = settingsFor(text, host);
  const first = (key: string): string | undefined => {
    const value = values.get(key)?.[0];
    return value === undefined ? undefined : wordsOf(value)[0];
  };
  const port = Number(first("port"));
  const proxy = first("proxyjump") ?? first("proxycommand");
  return {
    hostName: first("hostname")?.replaceAll("%h", host),
    user: first("user"),
    port: Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined,
    identityFiles: (values.get("identityfile") ?? []).flatMap((value) => wordsOf(value)[0] ?? []),
    knownHostsFiles: wordsOf(values.get("userknownhostsfile")?.[0] ?? ""),
    identityAgent: first("identityagent"),
    proxy: proxy?.toLowerCase() === "none" ? undefined : proxy,
  };
}

function settingsFor(text: string, host: string): ReadonlyMap<string, string[]> {
  const values = new Map<string, string[]>();
  let applies = true;
  for (const line of text.split(/\r?\n/)) {
    const [, name, rest = ""] = /^([a-z]+)(?:\s*=\s*|\s+)(.*)$/is.exec(line.trim()) ?? [];
    const key = name?.toLowerCase();
    if (key === "host") applies = matchesAny(wordsOf(rest), host);
    else if (key === "match") applies = false;
    else if (key !== undefined && applies) values.set(key, [...(values.get(key) ?? []), rest]);
  }
  return values;
}

function matchesAny(patterns: readonly string[], host: string): boolean {
  if (patterns.some((one) => one.startsWith("!") && matchesPattern(one.slice(1), host)))
    return false;
  return patterns.some((one) => !one.startsWith("!") && matchesPattern(one, host));
}

/** Words apart, quotes kept together; a comment ends them. */
const wordsOf = (text: string): string[] =>
  [...text.matchAll(/"([^"]*)"|#.*$|(\S+)/g)].flatMap(([, quoted, plain]) => quoted ?? plain ?? []);
