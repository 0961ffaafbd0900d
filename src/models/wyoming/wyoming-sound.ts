import { modelError } from "../model-error.ts";
import { type ModelServer, short } from "../server-failure.ts";
import type { TimeLimit } from "../time-limit.ts";
import type { WyomingConnection } from "./wyoming.ts";
import type { WyomingEvent } from "./wyoming-events.ts";

/** The sound that a server makes of a text, as a WAV; events that are not of sound are passed over. Closes the connection. */
export async function* readWyomingSound(
  connection: WyomingConnection,
  server: ModelServer,
  stall: number,
  limit: TimeLimit<"first" | "stall">,
): AsyncGenerator<Uint8Array> {
  let isBegun = false;
  try {
    for (;;) {
      const event = await nextEvent(connection, server, limit.signal);
      if (event.type === "audio-stop") return;
      const isSound = event.type === "audio-chunk" && event.payload.length > 0;
      if (!isBegun && (event.type === "audio-start" || isSound)) {
        yield wavHead(event);
        isBegun = true;
      }
      if (!isSound) continue;
      limit.pause(); // Until the reader comes back for more.
      yield event.payload;
      limit.start("stall", stall);
    }
  } finally {
    limit.pause();
    connection.close();
  }
}

/** The next event, unless that is the end or a failure. */
async function nextEvent(
  connection: WyomingConnection,
  server: ModelServer,
  signal: AbortSignal,
): Promise<WyomingEvent> {
  const event = await connection.next(signal);
  if (event === undefined) {
    const state = "it closed the connection in the middle of a sentence; look at its log";
    throw modelError(server, { reason: "connection", state });
  }
  if (event.type !== "error") return event;
  const said = short(String(event.data.text ?? event.data.code ?? "no reason given"));
  throw modelError(server, { reason: "server", state: `it failed (${said}); look at its log` });
}

/** What its samples are, in the words of a WAV whose length nobody knows. */
function wavHead({ data }: WyomingEvent): Buffer {
  const number = (name: string, most: number): number => {
    const value = Number(data[name]);
    return Number.isInteger(value) && value >= 0 && value <= most ? value : 0;
  };
  const rate = number("rate", 1_000_000);
  const width = number("width", 8);
  const channels = number("channels", 64);
  const head = Buffer.alloc(44);
  head.write("RIFF\0\0\0\0WAVEfmt ", "latin1");
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * width * channels, 28);
  head.writeUInt16LE(width * channels, 32);
  head.writeUInt16LE(width * 8, 34);
  head.write("data", 36, "latin1");
  return head;
}
