import { messageOf } from "../../errors.ts";
import type { ModelMemory } from "../../memory/for-models.ts";

export const topicUri = (topic: string): string => `loci://topics/${encodeURIComponent(topic)}`;

/** Calls back when files may have changed, until what it returns is called. */
export type OnChanged = (listener: () => void) => () => void;

interface Notices {
  readonly updated: (uri: string) => unknown;
  readonly listChanged: () => void;
  /** For the log. */
  readonly report: (sentence: string) => void;
}

/**
 * Tells of the topics that differ after each change, as far as their viewer may know of them; what changes before the first look
 * counts as seen. Returns what ends it.
 */
export function noticeChanges(
  memory: Pick<ModelMemory, "versions">,
  onChanged: OnChanged,
  { updated, listChanged, report }: Notices,
): () => void {
  let known: ReadonlyMap<string, string> | undefined;
  const look = async (): Promise<void> => {
    const [before, now] = [known, await memory.versions()];
    known = now;
    if (before === undefined) return;
    const changed = [...now].filter(
      ([topic, version]) => before.has(topic) && before.get(topic) !== version,
    );
    for (const [topic] of changed) updated(topicUri(topic));
    const isSame = before.size === now.size && [...before.keys()].every((topic) => now.has(topic));
    if (!isSame) listChanged();
  };
  let looking = Promise.resolve();
  let hasEnded = false;
  const lookNext = (): void => {
    looking = looking.then(look).catch((error: unknown) => {
      if (!hasEnded) report(`MCP: ${messageOf(error)}`); // Else the vault is closed already.
    });
  };
  lookNext();
  const stop = onChanged(lookNext);
  return () => {
    hasEnded = true;
    stop();
  };
}
