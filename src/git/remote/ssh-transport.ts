import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { findOpenSsh } from "./openssh.ts";
import { CutError, createPacketReader, flushPacket, type PacketReader } from "./packet.ts";
import type { RemoteOptions } from "./remote.ts";
import { remoteFailed } from "./remote-failed.ts";
import type { SshPlace } from "./remote-url.ts";
import type { Ssh, SshCommand } from "./ssh.ts";
import { type Attempt, sshFailed } from "./ssh-failed.ts";
import type { Service, Session, Transport } from "./transport.ts";
import { createWatchdog } from "./watchdog.ts";

/** git's protocol over ssh: the system's own, as git runs it, or ssh2 where there is none. */
export function openSshTransport(
  place: SshPlace,
  options: RemoteOptions,
  maxPackBytes: number,
): Transport {
  const { timeoutMs } = options.settings;
  const url = place.shown;
  let ssh: Ssh | undefined;

  const open = async (service: Service, signal: AbortSignal): Promise<SshCommand> => {
    await checkChosenKey(options.settings.sshKey, url);
    ssh ??= await findOpenSsh(place, options);
    ssh ??= await (await import("./ssh2.ts")).openSsh2(place, options);
    signal.throwIfAborted();
    const command = await ssh.run(`${service} ${quote(place.path)}`, signal);
    if (signal.aborted) command.destroy(); // nobody waits for it any more
    signal.throwIfAborted();
    return command;
  };

  return {
    url,
    async connect(service, signal) {
      const failed: Opened["failed"] = (error, attempt) =>
        sshFailed(error, {
          ...{ place, said: "", signal, ...attempt },
          knownHostsFile: ssh?.knownHostsFile ?? "",
        });
      try {
        const command = await guarded(timeoutMs, signal, (inTime) => open(service, inTime));
        return openSession({ command, timeoutMs, maxPackBytes, signal, failed });
      } catch (error) {
        throw failed(error, {});
      }
    },
    hide: (text) => text,
    async close() {
      ssh?.close();
    },
  };
}

/** As git quotes it: nothing in the path means anything to the shell over there. */
const quote = (path: string): string => `'${path.replace(/['!]/g, "'\\$&'")}'`;

async function checkChosenKey(file: string | undefined, url: string): Promise<void> {
  if (file === undefined) return;
  await access(file, constants.R_OK).catch((cause: unknown) => {
    throw remoteFailed(url, {
      reason: "auth",
      state: `the key ${file} (the setting sync.sshKey) cannot be read`,
      fix: "name a private key there, such as one made by `ssh-keygen -t ed25519`",
      cause,
    });
  });
}

/** One step that must not hang; what ends it is what it throws. */
async function guarded<T>(
  timeoutMs: number,
  signal: AbortSignal | undefined,
  step: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const watchdog = createWatchdog(timeoutMs, signal);
  const ended = new Promise<never>((_, failed) => {
    watchdog.signal.addEventListener("abort", () => failed(watchdog.signal.reason));
  });
  try {
    watchdog.signal.throwIfAborted();
    return await Promise.race([ended, step(watchdog.signal)]);
  } finally {
    watchdog.stop();
  }
}

interface Opened {
  readonly command: SshCommand;
  readonly timeoutMs: number;
  readonly maxPackBytes: number;
  readonly signal: AbortSignal | undefined;
  readonly failed: (error: unknown, attempt: Partial<Attempt>) => Error;
}

function openSession(opened: Opened): Session {
  const { command, maxPackBytes } = opened;
  const packets = createPacketReader(command.output, maxPackBytes);
  let isAsked = false;
  return {
    advert: withFailureMessages(packets, opened),
    async send(body, signal) {
      isAsked = true;
      const asking = { ...opened, signal };
      await sendBody(asking, body);
      return withFailureMessages(packets, asking);
    },
    async end() {
      // git over there ends in peace
      if (command.input.writable) command.input.end(isAsked ? undefined : flushPacket);
      await command.said();
      command.destroy();
    },
  };
}

/** An early answer ends the sending: the reader finds out why. */
async function sendBody(opened: Opened, body: AsyncIterable<Uint8Array>): Promise<void> {
  const { command, timeoutMs, signal } = opened;
  const write = (piece: Uint8Array): Promise<void> =>
    new Promise((done) => command.input.write(piece, () => done()));
  for await (const piece of body) {
    if (!command.input.writable) return;
    await orExplained(opened, () => guarded(timeoutMs, signal, () => write(piece)));
  }
}

/** Reading these packets has a timeout, and fails with a message that quotes what ssh and git on the server wrote. */
function withFailureMessages(packets: PacketReader, opened: Opened): PacketReader {
  const { timeoutMs, signal } = opened;
  return {
    read: () => orExplained(opened, () => guarded(timeoutMs, signal, () => packets.read())),
  };
}

async function orExplained<T>(opened: Opened, step: () => Promise<T>): Promise<T> {
  const { command, signal, failed } = opened;
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof CutError)) command.destroy(); // else it ends by itself, and says why
    const said = await command.said();
    command.destroy();
    throw failed(error, { signal, said, refusal: await command.refusal?.() });
  }
}
