import { join } from "node:path";
import { noteUnfinished, toMarks } from "../../../src/sync/purge/purge-marks.ts";
import { lineHash } from "../../../src/sync/purge/rewrite-history.ts";
import type { Device } from "../devices.ts";
import type { TestRepo } from "../repo.ts";

export const secret = "The code is swordfish, and nobody else's";
export const line = `- ${secret}\n`;
export const path = "topics/safe.md";

/** Marks the line as purged, as another device's marks come in: nobody here was asked. */
export function mark(device: Device): ReadonlySet<string> {
  const marks = toMarks([lineHash(line)], new Date());
  device.append("log/forgotten.txt", [...marks].map((one) => `${one}\n`).join(""));
  return marks;
}

/** Takes the line out and marks it, as `loci forget --purge` does; the next round purges it. */
export async function markHere(device: Device): Promise<void> {
  device.write(path, device.read(path).replace(line, ""));
  await noteUnfinished(join(device.root, ".git"), { isOwn: true, marks: mark(device) });
}

/** All that is in a repository, reachable or not. */
export const everything = ({ git }: Pick<TestRepo, "git">): string =>
  git("cat-file", "--batch-all-objects", "--batch", "--buffer");
