import { lstatSync, readdirSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { staleTranscripts } from "../digest/transcript/stale-transcripts.ts";
import { resolveInVault, toTopicPath } from "../vault/paths.ts";
import type { Parts } from "./parts.ts";
import type { LazyTalk } from "./talk.ts";

const folder = "conversations";

/** Removes transcripts that have outlived the setting, also from the undo journal, which kept what was written. */
export async function sweepTranscripts(parts: Parts, talk: LazyTalk): Promise<void> {
  const { root, lock, settings, time } = parts;
  const { retentionDays } = settings.privacy;
  const today = time().slice(0, 10);
  for (const path of staleTranscripts(transcriptsIn(root), { today, retentionDays })) {
    await lock(async () => unlinkSync(resolveInVault(root, toTopicPath(path))));
    if (talk.isThere()) (await talk.open()).db.undo.dropFile(path);
  }
}

/** Plain files in a real folder: nothing is removed through a link. */
function transcriptsIn(root: string): string[] {
  const place = join(root, folder);
  if (lstatSync(place, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(place, { withFileTypes: true })
    .filter((file) => file.isFile())
    .map(({ name }) => `${folder}/${name}`);
}
