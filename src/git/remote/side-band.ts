import type { PacketReader } from "./packet.ts";

/** What the server says besides its answer. */
export interface SideBand {
  /** The answer proper. */
  readonly content: AsyncIterable<Buffer>;
  /** Messages so far, the newest at the end. */
  messages(): string;
}

/** The server broke off, and said why. */
export class ServerError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ServerError";
  }
}

/** Takes an answer apart: band 1 is the answer, 2 are messages, 3 ends it all. */
export function readSideBand(packets: PacketReader, first?: Buffer): SideBand {
  let said = "";
  const note = (band: number | undefined, text: string): void => {
    if (band === 3) throw new ServerError(text);
    if (band !== 2) throw new SyntaxError("Cannot read the answer: no such band");
    said = (said + text).slice(-2000);
  };
  async function* content(): AsyncGenerator<Buffer> {
    for (let packet = first ?? (await packets.read()); packet !== "flush"; ) {
      const rest = packet.subarray(1);
      if (packet[0] === 1) yield rest;
      else note(packet[0], rest.toString("utf8"));
      packet = await packets.read();
    }
  }
  return { content: content(), messages: () => said };
}
