import { z } from "zod";
import { placeOf, type TopicPath, toTopicPath } from "../../vault/paths.ts";
import type { SplitPlan } from "./split-plan.ts";

const storedSchema = z.strictObject({
  version: z.literal(1),
  session: z.string().nullable(),
  path: z.string(),
  before: z.base64(),
  files: z.array(z.strictObject({ path: z.string(), bytes: z.base64() })).min(2),
});

/** A plan as it is kept while it is carried out. */
export function stringifySplitPlan(plan: SplitPlan, session: string | null): string {
  return JSON.stringify({
    version: 1,
    session,
    path: plan.path,
    before: toBase64(plan.before),
    files: plan.files.map(({ path, bytes }) => ({ path, bytes: toBase64(bytes) })),
  });
}

/** Reads a kept plan; undefined for one that is damaged or was not written by Loci. */
export function parseSplitPlan(
  text: string,
): { readonly plan: SplitPlan; readonly session: string | null } | undefined {
  try {
    const { session, path, before, files } = storedSchema.parse(JSON.parse(text));
    const plan = {
      path: toPlannedPath(path),
      before: Buffer.from(before, "base64"),
      files: files.map((file) => ({
        path: toPlannedPath(file.path),
        bytes: Buffer.from(file.bytes, "base64"),
      })),
    };
    return { plan, session };
  } catch {
    return undefined; // Whatever is wrong with it: the topic is as it was, or has all its parts.
  }
}

function toPlannedPath(path: string): TopicPath {
  const checked = toTopicPath(path);
  if (placeOf(checked).kind !== "topic") throw new TypeError(`"${path}" is no topic`);
  return checked;
}

const toBase64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
