import { createHash } from "node:crypto";
import { userInfo } from "node:os";
import { join } from "node:path";
import type { AnyAuthMethod, Client, ClientChannel, ConnectConfig, ParsedKey } from "ssh2";
import { readIfThere } from "../disk.ts";
import { checkHostKey, knownKeyTypes } from "./known-hosts.ts";
import type { RemoteOptions } from "./remote.ts";
import { remoteFailed } from "./remote-failed.ts";
import type { SshPlace } from "./remote-url.ts";
import type { Ssh, SshCommand } from "./ssh.ts";
import { hostKeyFailure, loginFailure } from "./ssh-failed.ts";

/** ssh without a program, for devices that have none: known hosts, the usual keys, an agent. One connection serves all. */
export async function openSsh2(place: SshPlace, options: RemoteOptions): Promise<Ssh> {
  const login = await prepareLogin(place, options);
  let client: Client | undefined;
  return {
    knownHostsFile: login.knownHostsFile,
    async run(command, signal) {
      client ??= await connect(login, signal, () => {
        client = undefined;
      });
      return commandOf(await exec(client, command, signal));
    },
    close() {
      client?.end();
      client = undefined;
    },
  };
}

/** Where to go, as whom, and with what to prove it. */
interface Login {
  readonly url: string;
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly methods: AnyAuthMethod[];
  /** Keys that cannot be used, with the reason. */
  readonly passedOver: readonly string[];
  /** The text of all files of known hosts, and the first of their names, for advice. */
  readonly knownHosts: string;
  readonly knownHostsFile: string;
}

async function prepareLogin(place: SshPlace, { env, settings }: RemoteOptions): Promise<Login> {
  const { sshKey } = settings;
  const folder = join(env.HOME ?? userInfo().homedir, ".ssh");
  const inFolder = (name: string): string => join(folder, name);
  const own = ["known_hosts", "known_hosts2"].map(inFolder);
  const hostFiles = [...own, "/etc/ssh/ssh_known_hosts"];
  const ownKeys = ["id_ed25519", "id_ecdsa", "id_rsa"].map(inFolder);
  const { usable, passedOver } = await readKeys(sshKey === undefined ? ownKeys : [sshKey]);
  const username = place.user ?? userInfo().username;
  const keys = usable.map((key): AnyAuthMethod => ({ type: "publickey", username, key }));
  const agent = env.SSH_AUTH_SOCK;
  const agents: AnyAuthMethod[] = agent ? [{ type: "agent", username, agent }] : [];
  return {
    ...{ url: place.shown, host: place.host, port: place.port ?? 22, user: username, passedOver },
    // a key that the settings name goes first, else the agent, which may hold the keys of encrypted files
    methods: sshKey === undefined ? [...agents, ...keys] : [...keys, ...agents],
    knownHosts: (await Promise.all(hostFiles.map(readOrNothing))).join("\n"),
    knownHostsFile: hostFiles[0] ?? "",
  };
}

async function readKeys(
  files: readonly string[],
): Promise<{ usable: ParsedKey[]; passedOver: string[] }> {
  const { default: ssh } = await import("ssh2");
  const usable: ParsedKey[] = [];
  const passedOver: string[] = [];
  for (const file of files) {
    const bytes = await readOrNothing(file);
    if (bytes.length === 0) continue;
    const parsed: unknown = ssh.utils.parseKey(bytes);
    const key: unknown = Array.isArray(parsed) ? parsed[0] : parsed;
    if (isKey(key)) usable.push(key);
    else {
      const isLocked = key instanceof Error && /passphrase|encrypted/i.test(key.message);
      passedOver.push(
        `${file} ${isLocked ? "has a passphrase" : "is not a private key that Loci can read"}`,
      );
    }
  }
  return { usable, passedOver };
}

/** What parseKey returns besides errors. */
const isKey = (key: unknown): key is ParsedKey =>
  typeof key === "object" && key !== null && !(key instanceof Error) && "isPrivateKey" in key;

/** A file that we may not read is as if it were not there. */
async function readOrNothing(file: string): Promise<Buffer> {
  const reading = readIfThere(file, { maxBytes: 2 ** 22, followLinks: true });
  return (await reading.catch(() => undefined)) ?? Buffer.alloc(0);
}

async function connect(login: Login, signal: AbortSignal, onClose: () => void): Promise<Client> {
  const { default: ssh } = await import("ssh2");
  const client = new ssh.Client();
  const { host, port, user, url, knownHosts } = login;
  const name = port === 22 ? host.toLowerCase() : `[${host.toLowerCase()}]:${port}`;
  let refused: Error | undefined;
  return await new Promise<Client>((ready, failed) => {
    const stop = (): void => {
      failed(signal.reason);
      client.destroy();
    };
    signal.addEventListener("abort", stop, { once: true });
    const settled = (): void => signal.removeEventListener("abort", stop);
    client.once("ready", () => {
      settled();
      ready(client);
    });
    client.on("error", (error: Error & { level?: string }) => {
      settled();
      const isLogin = error.level === "client-authentication";
      const failure = { ...loginFailure(user, login.passedOver), cause: error };
      failed(refused ?? (isLogin ? remoteFailed(url, failure) : error));
    });
    client.once("close", () => {
      onClose();
      settled();
      failed(new Error("the connection ended"));
    });
    client.connect({
      ...{ host, port, username: user, authHandler: login.methods },
      readyTimeout: 0, // the watchdog sees to that
      keepaliveInterval: 15_000,
      keepaliveCountMax: 3,
      algorithms: keyOrder(knownKeyTypes(knownHosts, name)),
      hostVerifier(key: Buffer) {
        const verdict = checkHostKey(knownHosts, name, key);
        if (verdict === "known") return true;
        const fingerprint = `SHA256:${createHash("sha256").update(key).digest("base64").replace(/=+$/, "")}`;
        const failure = hostKeyFailure(verdict, name, fingerprint, login.knownHostsFile);
        refused = remoteFailed(url, failure);
        return false;
      },
    });
  });
}

/** The kinds of a host's keys, the known ones first. */
function keyOrder(known: ReadonlySet<string>): NonNullable<ConnectConfig["algorithms"]> {
  const all = [
    "ssh-ed25519",
    "ecdsa-sha2-nistp256",
    "ecdsa-sha2-nistp384",
    "ecdsa-sha2-nistp521",
    "rsa-sha2-512",
    "rsa-sha2-256",
  ] as const;
  const isKnown = (kind: string): boolean => known.has(kind.replace(/^rsa-.*/, "ssh-rsa"));
  return { serverHostKey: all.toSorted((a, b) => Number(isKnown(b)) - Number(isKnown(a))) };
}

function exec(client: Client, command: string, signal: AbortSignal): Promise<ClientChannel> {
  return new Promise((opened, failed) => {
    client.exec(command, (error, channel) => {
      if (error) failed(error);
      else if (signal.aborted) channel.destroy();
      else opened(channel);
    });
  });
}

function commandOf(channel: ClientChannel): SshCommand {
  let text = "";
  channel.stderr.on("data", (chunk: Buffer) => {
    text = (text + chunk.toString("utf8")).slice(-2000);
  });
  channel.on("error", () => undefined); // reads and writes fail by themselves
  return {
    ...{ input: channel, output: channel },
    said: async () => text,
    destroy: () => void channel.destroy(),
  };
}
