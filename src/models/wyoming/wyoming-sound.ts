import type { Speaking } from "../speech-failure.ts";
import { wavHeader } from "../wav-header.ts";
import type { WyomingConnection } from "./wyoming.ts";
import { nextAnswer } from "./wyoming-answer.ts";
import type { WyomingEvent } from "./wyoming-events.ts";

/** The sound that a server makes of a text, as a WAV; events that are not of sound are passed over. Closes the connection. */
export async function* readWyomingSound(
  connection: WyomingConnection,
  { server, limits, limit }: Omit<Speaking, "signal">,
): AsyncGenerator<Uint8Array> {
  let isBegun = false;
  try {
    for (;;) {
      const event = await nextAnswer(connection, server, limit.signal);
      if (event.type === "audio-stop") return;
      const isSound = event.type === "audio-chunk" && event.payload.length > 0;
      if (!isBegun && (event.type === "audio-start" || isSound)) {
        yield wavHead(event);
        isBegun = true;
      }
      if (!isSound) continue;
      limit.pause(); // Until the reader comes back for more.
      yield event.payload;
      limit.start("stall", limits.stall);
    }
  } finally {
    limit.pause();
    connection.close();
  }
}

/** What its samples are, in the words of a WAV whose length nobody knows. */
function wavHead({ data }: WyomingEvent): Buffer {
  const number = (name: string, most: number): number => {
    const value = Number(data[name]);
    return Number.isInteger(value) && value >= 0 && value <= most ? value : 0;
  };
  return wavHeader(0, {
    rate: number("rate", 1_000_000),
    width: number("width", 8),
    channels: number("channels", 64),
  });
}
