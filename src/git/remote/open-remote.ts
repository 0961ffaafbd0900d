import { LociError } from "../../errors.ts";
import { packLimits } from "../packs/pack-limits.ts";
import { openFolderRemote } from "./folder-remote.ts";
import type { Remote, RemoteOptions } from "./remote.ts";
import { isRemoteFailure } from "./remote-failed.ts";
import { parseRemoteUrl, type RemotePlace } from "./remote-url.ts";
import { openSmartRemote } from "./smart-remote.ts";
import type { Transport } from "./transport.ts";

/** Opens the remote of a URL or path; nothing is asked of the network before the first call. */
export async function openRemote(options: RemoteOptions): Promise<Remote> {
  const { url, repository, env } = options;
  const place = parseRemoteUrl(url, { root: repository.root, home: env.HOME });
  const limits = { ...packLimits, ...options.limits };
  if (place.type === "folder") return openFolderRemote(place, options, limits);
  const transport = await openTransport(place, options, limits.maxPackBytes);
  return hideSecrets(openSmartRemote(transport, options, limits), transport);
}

/** Each way is loaded where it is gone: a stick needs no http. */
async function openTransport(
  place: Exclude<RemotePlace, { type: "folder" }>,
  options: RemoteOptions,
  maxPackBytes: number,
): Promise<Transport> {
  if (place.type === "http") {
    const { openHttpTransport } = await import("./http-transport.ts");
    return openHttpTransport(place, options, maxPackBytes);
  }
  const { openSshTransport } = await import("./ssh-transport.ts");
  return openSshTransport(place, options, maxPackBytes);
}

/** A failure repeats what a server said, and that may be what we said to it. */
function hideSecrets(remote: Remote, transport: Transport): Remote {
  const hide = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (!isRemoteFailure(error) || transport.hide(error.message) === error.message) throw error;
      throw new LociError(error.code, transport.hide(error.message), { data: error.data });
    }
  };
  return {
    url: remote.url,
    refs: (signal) => hide(remote.refs(signal)),
    fetch: (oid, signal) => hide(remote.fetch(oid, signal)),
    push: (move, signal) => hide(remote.push(move, signal)),
    close: () => remote.close(),
  };
}
