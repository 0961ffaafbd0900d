import { userInfo } from "node:os";
import { join } from "node:path";
import type { ConnectConfig, ParsedKey } from "ssh2";
import { readIfThere } from "../disk.ts";
import type { RemoteOptions } from "./remote.ts";
import { remoteFailed } from "./remote-failed.ts";
import type { RemotePlace } from "./remote-url.ts";
import { readSshConfig, type SshHost } from "./ssh-config.ts";

type SshPlace = Extract<RemotePlace, { type: "ssh" }>;
type Ssh = typeof import("ssh2");

/** Where to go, as whom, and with what to prove it. */
export interface SshLogin {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** Texts of the files of known hosts, and the first of their names, for advice. */
  readonly knownHosts: readonly string[];
  readonly knownHostsFile: string;
  readonly methods: readonly AuthMethod[];
  /** Keys that were passed over, with the reason. */
  readonly passedOver: readonly string[];
}

type AuthMethod =
  | { readonly type: "agent"; readonly username: string; readonly agent: string }
  | { readonly type: "publickey"; readonly username: string; readonly key: ParsedKey };

/** Collects all that ssh would use for this server: its configuration, agent, keys and known hosts. */
export async function prepareLogin(
  place: SshPlace,
  { env, settings }: RemoteOptions,
  ssh: Ssh,
): Promise<SshLogin> {
  const folder = join(env.HOME ?? userInfo().homedir, ".ssh");
  const config = readSshConfig(await textOf(join(folder, "config")), place.host);
  if (config.proxy !== undefined) {
    throw remoteFailed(place.shown, {
      reason: "unsupported",
      state: "~/.ssh/config reaches it through another host (ProxyJump or ProxyCommand)",
      fix: "use an https URL, or a host that can be reached directly",
    });
  }
  const user = place.user ?? config.user ?? userInfo().username;
  const hosts = hostFiles(config, folder, settings.knownHosts);
  const keys = await readKeys(keyFiles(config, folder, settings.sshKey), ssh);
  checkChosenKey(keys, settings.sshKey, place.shown);
  const agent = expand(config.identityAgent, folder) ?? env.SSH_AUTH_SOCK;
  const methods: AuthMethod[] = keys.usable.map((key) => ({
    type: "publickey",
    username: user,
    key,
  }));
  if (agent && agent !== "none") {
    // a key that the settings name goes first, else the agent, which may hold the keys of encrypted files
    const at = settings.sshKey === undefined ? 0 : methods.length;
    methods.splice(at, 0, { type: "agent", username: user, agent });
  }
  return {
    host: config.hostName ?? place.host,
    port: place.port ?? config.port ?? 22,
    user,
    knownHosts: await Promise.all(hosts.map(textOf)),
    knownHostsFile: hosts[0] ?? join(folder, "known_hosts"),
    methods,
    passedOver: keys.passedOver,
  };
}

/** The kinds of a host's keys, the known ones first. */
export function keyOrder(known: readonly string[]): NonNullable<ConnectConfig["algorithms"]> {
  const all = [
    "ssh-ed25519",
    "ecdsa-sha2-nistp256",
    "ecdsa-sha2-nistp384",
    "ecdsa-sha2-nistp521",
    "rsa-sha2-512",
    "rsa-sha2-256",
  ] as const;
  const isKnown = (kind: string): boolean =>
    known.includes(kind.startsWith("rsa-") ? "ssh-rsa" : kind);
  return { serverHostKey: [...all.filter(isKnown), ...all.filter((kind) => !isKnown(kind))] };
}

function hostFiles(config: SshHost, folder: string, own: string | undefined): string[] {
  const usual = [join(folder, "known_hosts"), join(folder, "known_hosts2")];
  const personal = config.knownHostsFiles.flatMap((file) => expand(file, folder) ?? []);
  const files = personal.length > 0 ? personal : usual;
  return [...(own === undefined ? [] : [own]), ...files, "/etc/ssh/ssh_known_hosts"];
}

function keyFiles(config: SshHost, folder: string, own: string | undefined): string[] {
  if (own !== undefined) return [own];
  const chosen = config.identityFiles.flatMap((file) => expand(file, folder) ?? []);
  return chosen.length > 0
    ? chosen
    : ["id_ed25519", "id_ecdsa", "id_rsa"].map((name) => join(folder, name));
}

function expand(path: string | undefined, folder: string): string | undefined {
  if (path === undefined) return undefined;
  const home = join(folder, "..");
  if (path.startsWith("~/")) return join(home, path.slice(2));
  return path.replace(/^(%d|\$\{HOME\})(?=\/)/, home);
}

interface Keys {
  readonly usable: readonly ParsedKey[];
  readonly passedOver: readonly string[];
  readonly missing: readonly string[];
}

async function readKeys(files: readonly string[], ssh: Ssh): Promise<Keys> {
  const usable: ParsedKey[] = [];
  const passedOver: string[] = [];
  const missing: string[] = [];
  for (const file of files) {
    const bytes = await readFileIfThere(file);
    if (bytes === undefined) {
      missing.push(file);
      continue;
    }
    const parsed: unknown = ssh.utils.parseKey(bytes);
    const key: unknown = Array.isArray(parsed) ? parsed[0] : parsed;
    if (isKey(key)) usable.push(key);
    else {
      const why = key instanceof Error && /passphrase|encrypted/i.test(key.message);
      passedOver.push(
        `${file} ${why ? "has a passphrase" : "is not a private key that Loci can read"}`,
      );
    }
  }
  return { usable, passedOver, missing };
}

async function readFileIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readIfThere(file, { maxBytes: 2 ** 22, followLinks: true });
  } catch {
    return undefined; // not readable for us: as if it were not there
  }
}

/** What parseKey returns besides errors. */
function isKey(key: unknown): key is ParsedKey {
  return (
    typeof key === "object" && key !== null && !(key instanceof Error) && "isPrivateKey" in key
  );
}

function checkChosenKey(keys: Keys, chosen: string | undefined, url: string): void {
  if (chosen === undefined || keys.usable.length > 0) return;
  const isLocked = keys.passedOver.some((one) => one.endsWith("has a passphrase"));
  if (isLocked) return; // the agent may hold it; if not, the refusal names it
  throw remoteFailed(url, {
    reason: "auth",
    state: keys.passedOver[0] ?? `the key ${chosen} (the setting sync.sshKey) cannot be read`,
    fix: "name a private key there, such as one made by `ssh-keygen -t ed25519`",
  });
}

async function textOf(file: string): Promise<string> {
  const bytes = await readFileIfThere(file);
  return bytes?.toString("utf8") ?? "";
}
