import { once } from "node:events";
import type { Client, ClientChannel } from "ssh2";
import { createPacketReader, flushPacket, type PacketReader } from "./packet.ts";
import type { RemoteOptions } from "./remote.ts";
import type { RemotePlace } from "./remote-url.ts";
import { connectSsh } from "./ssh-connect.ts";
import { sshFailed } from "./ssh-failed.ts";
import type { Service, Session, Transport } from "./transport.ts";
import { createWatchdog } from "./watchdog.ts";

type SshPlace = Extract<RemotePlace, { type: "ssh" }>;

/** git's protocol over ssh, spoken by ssh2: no ssh program is needed. One connection serves all sessions. */
export function openSshTransport(
  place: SshPlace,
  options: RemoteOptions,
  maxPackBytes: number,
): Transport {
  const { timeoutMs } = options.settings;
  const url = place.shown;
  let client: Client | undefined;

  const open = async (service: Service, signal: AbortSignal): Promise<ClientChannel> => {
    client ??= await connectSsh(place, options, signal, () => {
      client = undefined;
    });
    return await run(client, `${service} ${quote(place.path)}`, signal);
  };

  return {
    url,
    async connect(service, signal) {
      try {
        const channel = await guarded(timeoutMs, signal, (inTime) => open(service, inTime));
        return openSession({ channel, url, timeoutMs, signal, maxPackBytes });
      } catch (error) {
        throw sshFailed(error, url, "", signal);
      }
    },
    hide: (text) => text,
    async close() {
      client?.end();
      client = undefined;
    },
  };
}

/** As git quotes it: nothing in the path means anything to the shell over there. */
const quote = (path: string): string => `'${path.replace(/['!]/g, "'\\$&'")}'`;

/** One step that must not hang; what ends it is what it throws. */
async function guarded<T>(
  timeoutMs: number,
  signal: AbortSignal | undefined,
  step: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const watchdog = createWatchdog(timeoutMs, signal);
  const ended = new Promise<never>((_, failed) => {
    const stop = (): void => failed(watchdog.signal.reason);
    if (watchdog.signal.aborted) stop();
    else watchdog.signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([ended, step(watchdog.signal)]);
  } finally {
    watchdog.stop();
  }
}

function run(client: Client, command: string, signal: AbortSignal): Promise<ClientChannel> {
  return new Promise((opened, failed) => {
    client.exec(command, (error, channel) => {
      if (error) failed(error);
      else if (signal.aborted) channel.destroy();
      else opened(channel);
    });
  });
}

interface Opened {
  readonly channel: ClientChannel;
  readonly url: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  readonly maxPackBytes: number;
}

function openSession(opened: Opened): Session {
  const { channel, maxPackBytes } = opened;
  const said = { text: "" };
  channel.stderr.on("data", (chunk: Buffer) => {
    said.text = (said.text + chunk.toString("utf8")).slice(-2000);
  });
  channel.on("error", () => undefined); // reads and writes fail by themselves
  const packets = createPacketReader(channel, maxPackBytes);
  let isAsked = false;
  return {
    advert: withFailureMessages(packets, opened, said),
    async send(body, signal) {
      isAsked = true;
      const asking = { ...opened, signal };
      await sendBody(asking, body, said);
      return withFailureMessages(packets, asking, said);
    },
    async end() {
      if (!isAsked && channel.writable) channel.end(flushPacket); // git over there ends in peace
      channel.destroy();
    },
  };
}

/** An early answer ends the sending: the reader finds out why. */
async function sendBody(
  { channel, url, timeoutMs, signal }: Opened,
  body: AsyncIterable<Uint8Array>,
  said: { readonly text: string },
): Promise<void> {
  for await (const piece of body) {
    if (!channel.writable) return;
    if (channel.write(piece)) continue;
    const drained = (): Promise<unknown> =>
      Promise.race([once(channel, "drain"), once(channel, "close")]);
    await guarded(timeoutMs, signal, drained).catch((error: unknown) => {
      throw sshFailed(error, url, said.text, signal);
    });
  }
}

/** Reading these packets has a timeout, and fails with a message that quotes what git on the server wrote. */
function withFailureMessages(
  packets: PacketReader,
  { channel, url, timeoutMs, signal }: Opened,
  said: { readonly text: string },
): PacketReader {
  return {
    async read() {
      try {
        return await guarded(timeoutMs, signal, () => packets.read());
      } catch (error) {
        channel.destroy();
        throw sshFailed(error, url, said.text, signal);
      }
    },
  };
}
