import { Agent, type AgentOptions } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { getCACertificates } from "node:tls";
import { readIfThere } from "../disk.ts";
import { remoteFailed } from "./remote-failed.ts";
import type { RemotePlace } from "./remote-url.ts";

/** Which certificate authorities are trusted. */
export interface Trust {
  agent(): Agent;
  /** Trusts the system's authorities too; false where it does already. */
  widen(): boolean;
}

/** Trusts Node's authorities, those of the setting, and, where these do not suffice, the system's. */
export async function openTrust(
  place: Extract<RemotePlace, { type: "http" }>,
  caFile: string | undefined,
  env: NodeJS.ProcessEnv,
): Promise<Trust> {
  const own = caFile === undefined ? [] : [await readAuthority(caFile, place.shown)];
  const create = (ca: string[] | undefined): Agent => {
    // What is plain for this machine alone must not go through another one.
    const proxyEnv = isLoopback(place.base.hostname) ? {} : { ...env };
    const shared: AgentOptions = { keepAlive: true, proxyEnv };
    if (place.base.protocol === "http:") return new Agent(shared);
    return new HttpsAgent({ ...shared, rejectUnauthorized: true, ...(ca ? { ca } : {}) });
  };
  let isWide = false;
  let agent = create(own.length > 0 ? [...getCACertificates("default"), ...own] : undefined);
  return {
    agent: () => agent,
    widen() {
      if (isWide) return false;
      isWide = true;
      agent.destroy();
      agent = create([...getCACertificates("default"), ...getCACertificates("system"), ...own]);
      return true;
    },
  };
}

/** Whether a host is this machine, so that nothing crosses a network. */
export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(host);

async function readAuthority(file: string, url: string): Promise<string> {
  const text = await readIfThere(file, { maxBytes: 2 ** 20, followLinks: true }).catch(
    () => undefined,
  );
  const pem = text?.toString("latin1") ?? "";
  if (pem.includes("-----BEGIN CERTIFICATE-----")) return pem;
  throw remoteFailed(url, {
    reason: "host-key",
    state: `the certificates in ${file} (the setting sync.ca) cannot be read`,
    fix: "put a PEM file with the server's certificate authority there",
  });
}
