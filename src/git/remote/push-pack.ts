import type { Advert } from "./advert.ts";
import { createPacketReader, flushPacket, type PacketReader, packet } from "./packet.ts";
import { readSideBand } from "./side-band.ts";
import type { Session } from "./transport.ts";

export interface PushRequest {
  readonly ref: string;
  readonly from: string | undefined;
  readonly to: string;
  readonly pack: AsyncIterable<Uint8Array>;
  readonly shallow: ReadonlySet<string>;
  readonly signal: AbortSignal | undefined;
}

/** What the server did with a push. */
export interface PushReport {
  /** Undefined: all is well. */
  readonly refusal: string | undefined;
  /** What its hooks and git said besides. */
  readonly messages: string;
}

const useful = ["report-status", "side-band-64k", "quiet"];
const nothing = "0".repeat(40);

/** Sends a pack and asks that a branch be moved, but only from where we believe it is. */
export async function pushPack(
  session: Session,
  advert: Advert,
  request: PushRequest,
): Promise<PushReport> {
  const abilities = useful.filter((name) => advert.capabilities.has(name));
  if (advert.capabilities.has("agent")) abilities.push("agent=git/loci");
  const packets = await session.send(bodyOf(request, abilities), request.signal);
  if (!abilities.includes("side-band-64k")) {
    return { refusal: await readReport(packets, request.ref), messages: "" };
  }
  const band = readSideBand(packets);
  const inner = createPacketReader(band.content, 2 ** 20);
  const refusal = await readReport(inner, request.ref);
  for await (const _ of band.content); // what hooks say comes last
  return { refusal, messages: band.messages() };
}

async function* bodyOf(
  { ref, from, to, pack, shallow }: PushRequest,
  abilities: readonly string[],
): AsyncGenerator<Uint8Array> {
  const move = `${from ?? nothing} ${to} ${ref}\0 ${abilities.join(" ")}`;
  const cuts = [...shallow].map((oid) => packet(`shallow ${oid}\n`));
  yield Buffer.concat([...cuts, packet(move), flushPacket]);
  yield* pack;
}

async function readReport(packets: PacketReader, ref: string): Promise<string | undefined> {
  let refusal: string | undefined;
  let isAcknowledged = false;
  for (let line = await packets.read(); line !== "flush"; line = await packets.read()) {
    const text = line.toString("utf8").trimEnd();
    if (text.startsWith("unpack ") && text !== "unpack ok") refusal ??= text.slice(7);
    else if (text === `ok ${ref}`) isAcknowledged = true;
    else if (text.startsWith(`ng ${ref}`))
      refusal ??= text.slice(ref.length + 4) || "no reason given";
  }
  return refusal ?? (isAcknowledged ? undefined : "it does not tell what became of the push");
}
