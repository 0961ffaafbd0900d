import type { DigestBlock } from "../../vault/digest-log.ts";
import { textId } from "../../vault/entry.ts";
import type { Viewer } from "../../vault/viewer.ts";
import type { Parts } from "../parts.ts";
import { readLog } from "../read-log.ts";

/** What the digest log tells of an entry. */
interface Told {
  readonly session: string;
  /** `2026-02-12T14:30:00+01:00` */
  readonly time: string;
  readonly summary: string;
  readonly agent: string;
  readonly person: string | null;
  /** The person's own words behind it. */
  readonly said: string | undefined;
  /** What it replaced. */
  readonly was: string | undefined;
}

/** What the digest log tells of the entry with this text; the newest block that wrote it. */
export type FindTold = (text: string) => Told | undefined;

/** Reads all that a viewer may see of the digest logs for it. */
export function findTold(parts: Pick<Parts, "root" | "index">, viewer: Viewer): FindTold {
  const toldByText = new Map<string, Told>();
  for (const block of readLog(parts, viewer, { limit: Number.POSITIVE_INFINITY }).toReversed()) {
    for (const line of block.lines) {
      if (line.type !== "learned" && line.type !== "replaced") continue;
      const was = line.type === "replaced" && line.was !== "" ? line.was : undefined;
      toldByText.set(textId(line.text), { ...about(block), said: line.said, was });
    }
  }
  return (text) => toldByText.get(textId(text));
}

const about = ({ session, time, summary, agent, person }: DigestBlock) => ({
  ...{ session, time, summary, agent, person },
});
