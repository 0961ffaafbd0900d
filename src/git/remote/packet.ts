/** Ends a list of packets. */
export const flushPacket: Buffer = Buffer.from("0000");

/** One line of git's protocol: its length in four hex digits, then the bytes. */
export function packet(content: string | Uint8Array): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, "0")), bytes]);
}

/** Reads packets out of a stream, one after the other. */
export interface PacketReader {
  /** The next packet's bytes; throws a CutError where the stream ends, a SyntaxError on anything else. */
  read(): Promise<Buffer | "flush">;
}

/** The stream ended in the middle of what it had to say. */
export class CutError extends Error {
  constructor() {
    super("Cannot read the answer to its end: it was cut short");
    this.name = "CutError";
  }
}

/** Reads a stream as packets; more than `maxBytes` are refused. */
export function createPacketReader(
  stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
): PacketReader {
  const chunks = piecesOf(stream);
  let rest: Buffer = Buffer.alloc(0);
  let total = 0;

  const fill = async (length: number): Promise<boolean> => {
    const parts = [rest];
    let held = rest.length;
    let isOpen = true;
    while (held < length && isOpen) {
      const next = await chunks.next();
      isOpen = !next.done;
      if (next.done) break;
      parts.push(Buffer.from(next.value));
      held += next.value.length;
      total += next.value.length;
      if (total > maxBytes) throw new RangeError(`Cannot read more than ${maxBytes} bytes`);
    }
    if (parts.length > 1) rest = Buffer.concat(parts);
    return held >= length;
  };

  const take = async (length: number): Promise<Buffer> => {
    if (!(await fill(length))) throw new CutError();
    const taken = rest.subarray(0, length);
    rest = rest.subarray(length);
    return taken;
  };

  return {
    async read() {
      const digits = (await take(4)).toString("latin1");
      if (!/^[0-9a-f]{4}$/i.test(digits)) throw new SyntaxError("Cannot read packet: no length");
      const length = Number.parseInt(digits, 16);
      if (length === 0) return "flush";
      if (length < 4) throw new SyntaxError(`Cannot read packet: odd length ${length}`);
      return await take(length - 4);
    },
  };
}

async function* piecesOf(
  stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* stream;
}
