import type { Purged } from "../../../src/sync/purge/find-lines.ts";
import { toMarks } from "../../../src/sync/purge/purge-marks.ts";
import { lineHash } from "../../../src/sync/purge/rewrite-history.ts";
import { toTopicPath } from "../../../src/vault/paths.ts";
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

/** What `loci forget --purge` takes out of history, once it has taken it out of the file. */
export const purge = purgeOf(secret);

function purgeOf(text: string): Purged {
  return { entries: [{ text, file: toTopicPath(path), sessions: [] }], said: [] };
}

/** Takes a line out of the file and of history, as `loci forget --purge` does. */
export async function purgeLine(device: Device, text = secret): Promise<void> {
  device.write(path, device.read(path).replace(`- ${text}\n`, ""));
  await device.sync({ local: true, purge: purgeOf(text) });
}

/** All that is in a repository, reachable or not. */
export const everything = ({ git }: Pick<TestRepo, "git">): string =>
  git("cat-file", "--batch-all-objects", "--batch", "--buffer");
