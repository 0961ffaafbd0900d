import type { Advert } from "./advert.ts";
import { flushPacket, packet } from "./packet.ts";
import { readSideBand, ServerError } from "./side-band.ts";
import type { Session } from "./transport.ts";

export interface PackRequest {
  readonly wants: readonly string[];
  /** Commits whose whole history we have. */
  readonly haves: readonly string[];
  readonly shallow: ReadonlySet<string>;
  readonly signal: AbortSignal | undefined;
}

/** What we can use of what a server can do. No `thin-pack`: a pack must be whole by itself. */
const useful = ["multi_ack_detailed", "side-band-64k", "ofs-delta", "no-progress"];

/** Asks for the objects between what we want and what we have; returns the pack's bytes. */
export async function* fetchPack(
  session: Session,
  advert: Advert,
  request: PackRequest,
): AsyncGenerator<Buffer> {
  const abilities = useful.filter((name) => advert.capabilities.has(name));
  if (advert.capabilities.has("agent")) abilities.push("agent=git/loci");
  const packets = await session.send(bodyOf(request, abilities), request.signal);
  for (;;) {
    const answer = await packets.read();
    if (answer === "flush") continue;
    const band = answer[0] ?? 0;
    if (band < 8) {
      yield* readSideBand(packets, answer).content;
      return;
    }
    const line = answer.toString("utf8");
    if (line.startsWith("ERR ")) throw new ServerError(line.slice(4));
    if (!/^(ACK|NAK|shallow|unshallow)\b/.test(line)) {
      throw new SyntaxError("Cannot read the answer: neither packs nor acknowledgements");
    }
  }
}

async function* bodyOf(
  { wants, haves, shallow }: PackRequest,
  abilities: readonly string[],
): AsyncGenerator<Buffer> {
  const lines = [
    ...wants.map((oid, at) => packet(`want ${oid}${at === 0 ? ` ${abilities.join(" ")}` : ""}\n`)),
    ...[...shallow].map((oid) => packet(`shallow ${oid}\n`)),
    flushPacket,
    ...haves.map((oid) => packet(`have ${oid}\n`)),
    packet("done\n"),
  ];
  yield Buffer.concat(lines);
}
