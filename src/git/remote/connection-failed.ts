import { errnoOf } from "../../errors.ts";
import { CutError } from "./packet.ts";
import { isRemoteFailure, type RemoteFailure, remoteFailed } from "./remote-failed.ts";
import { SilenceError } from "./watchdog.ts";

/** The error for whatever broke a connection; one with a message for the person, or the caller's own abort, stays as it is. */
export function connectionFailed(error: unknown, url: string, signal?: AbortSignal): Error {
  if (isRemoteFailure(error) || (signal?.aborted && error === signal.reason)) return error as Error;
  const code = errnoOf(error) ?? "";
  const failure = tlsFailure(code) ?? networkFailures[code] ?? streamFailure(error, code);
  return remoteFailed(url, { ...failure, cause: error });
}

export const again = "try again later (`loci up` does so by itself)";

const networkFailures: Readonly<Record<string, RemoteFailure>> = {
  ENOTFOUND: {
    reason: "network",
    state: "its host is not found: offline, or misspelt",
    fix: "check the network and the URL",
  },
  EAI_AGAIN: { reason: "network", state: "its host is not found: offline, it seems", fix: again },
  ECONNREFUSED: {
    reason: "network",
    state: "nothing answers there",
    fix: "check that the server runs, and the URL",
  },
  EHOSTUNREACH: { reason: "network", state: "its host cannot be reached", fix: again },
  ENETUNREACH: { reason: "network", state: "its host cannot be reached", fix: again },
  ETIMEDOUT: { reason: "timeout", state: "its host does not answer", fix: again },
  EPROTO: {
    reason: "damaged",
    state: "it does not speak https",
    fix: "check the URL and its port",
  },
  ERR_SSL_WRONG_VERSION_NUMBER: {
    reason: "damaged",
    state: "it does not speak https",
    fix: "check the URL and its port",
  },
};

function streamFailure(error: unknown, code: string): RemoteFailure {
  if (error instanceof SilenceError) {
    return { reason: "timeout", state: error.message, fix: again };
  }
  if (error instanceof RangeError) {
    return { reason: "damaged", state: "it sends more than anybody would", fix: "check the URL" };
  }
  if (error instanceof SyntaxError || /^(Z_|HPE_)/.test(code)) {
    return {
      reason: "damaged",
      state: "its answer cannot be read",
      fix: "check that the URL is that of a git repository, and try again",
    };
  }
  const isCut = error instanceof CutError || ["ECONNRESET", "EPIPE", "ECONNABORTED"].includes(code);
  const state = isCut ? "the connection broke" : `the connection failed${code && ` (${code})`}`;
  return { reason: "network", state, fix: again };
}

/** OpenSSL's words for a certificate that does not prove what it should. */
function tlsFailure(code: string): RemoteFailure | undefined {
  const state = tlsStates[code];
  if (state === undefined) return undefined;
  return {
    reason: "host-key",
    state: `its certificate is not trusted: ${state}`,
    fix: "where the server is your own, name its certificate authority in the setting sync.ca; check this device's clock",
  };
}

const tlsStates: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "it has expired",
  CERT_NOT_YET_VALID: "it is not valid yet",
  CERT_REVOKED: "it was revoked",
  DEPTH_ZERO_SELF_SIGNED_CERT: "it is self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "it is by an authority of its own",
  UNABLE_TO_GET_ISSUER_CERT: "its authority is unknown here",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "its authority is unknown here",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its authority is unknown here",
  ERR_TLS_CERT_ALTNAME_INVALID: "it is for another host",
  CERT_UNTRUSTED: "its authority is not trusted",
  INVALID_CA: "its authority is not one",
};

/** Whether another authority could make this certificate a trusted one. */
export const isUnknownAuthority = (error: unknown): boolean =>
  /SELF_SIGNED|UNABLE_TO/.test(errnoOf(error) ?? "");
