import type { AnyAuthMethod, Client } from "ssh2";
import {
  checkHostKey,
  fingerprintOf,
  type HostVerdict,
  hostName,
  knownKeyTypes,
} from "./known-hosts.ts";
import type { RemoteOptions } from "./remote.ts";
import { cleanText, remoteFailed } from "./remote-failed.ts";
import type { RemotePlace } from "./remote-url.ts";
import { keyOrder, prepareLogin, type SshLogin } from "./ssh-login.ts";

/** Connects to an ssh server whose key is known, and logs in. `onClose` is called when the connection ends. */
export async function connectSsh(
  place: Extract<RemotePlace, { type: "ssh" }>,
  options: RemoteOptions,
  signal: AbortSignal,
  onClose: () => void,
): Promise<Client> {
  const { default: ssh } = await import("ssh2");
  const login = await prepareLogin(place, options, ssh);
  const seen: { verdict: HostVerdict; key: Buffer } = { verdict: "unknown", key: Buffer.alloc(0) };
  const client = new ssh.Client();
  const url = place.shown;
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
      failed(loginFailed(error, url, login, seen));
    });
    client.once("close", () => {
      onClose();
      settled();
      failed(new Error("the connection ended"));
    });
    const methods = login.methods.map((method): AnyAuthMethod => ({ ...method }));
    client.connect({
      host: login.host,
      port: login.port,
      username: login.user,
      readyTimeout: 0, // the watchdog sees to that
      keepaliveInterval: 15_000,
      keepaliveCountMax: 3,
      algorithms: keyOrder(knownKeyTypes(login.knownHosts, login)),
      hostVerifier(key: Buffer) {
        seen.key = key;
        seen.verdict = checkHostKey(login.knownHosts, login, key);
        return seen.verdict === "known";
      },
      authHandler: methods,
    });
  });
}

function loginFailed(
  error: Error & { level?: string },
  url: string,
  login: SshLogin,
  seen: { readonly verdict: HostVerdict; readonly key: Buffer },
): Error {
  if (seen.key.length > 0 && seen.verdict !== "known") return hostKeyFailed(url, login, seen);
  if (error.level !== "client-authentication") return error;
  const passedOver = login.passedOver.map((one) => cleanText(one)).join("; ");
  const hasLocked = login.passedOver.some((one) => one.endsWith("has a passphrase"));
  return remoteFailed(url, {
    reason: "auth",
    state: `the server lets no key of ours in as "${cleanText(login.user)}"${passedOver && ` (${passedOver})`}`,
    fix: hasLocked
      ? "put the key into the ssh agent (`ssh-add`), or make one without a passphrase for this device and add it to the server"
      : "make a key with `ssh-keygen -t ed25519` and add its public half to the server",
    cause: error,
  });
}

function hostKeyFailed(
  url: string,
  login: SshLogin,
  seen: { readonly verdict: HostVerdict; readonly key: Buffer },
): Error {
  const name = hostName(login);
  const fingerprint = fingerprintOf(seen.key);
  if (seen.verdict === "unknown") {
    const port = login.port === 22 ? "" : `-p ${login.port} `;
    return remoteFailed(url, {
      reason: "host-key",
      state: `the host ${name} is not known here; it shows the key ${fingerprint}`,
      fix: `compare that with what its owner publishes; if it is right, run \`ssh-keyscan ${port}${login.host} >> ${login.knownHostsFile}\``,
    });
  }
  return remoteFailed(url, {
    reason: "host-key",
    state:
      seen.verdict === "revoked"
        ? `the host ${name} shows the key ${fingerprint}, which is revoked here`
        : `the host ${name} shows another key than the known one (${fingerprint}); somebody may be in between`,
    fix: `ask the host's owner whether its key has changed; only then replace the line in ${login.knownHostsFile}`,
  });
}
