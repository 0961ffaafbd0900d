import { messageOf } from "../errors.ts";
import type { McpMemory } from "./mcp-ports.ts";

export const topicUri = (topic: string): string => `loci://topics/${encodeURIComponent(topic)}`;

/** What the reference memory server calls all of its memory. */
export const graphUri = "memory://knowledge-graph";

/** Calls back when files may have changed, until what it returns is called. */
export type OnChanged = (listener: () => void) => () => void;

interface Told {
  readonly updated: (uri: string) => unknown;
  readonly listChanged: () => void;
}

interface Notices extends Told {
  /** For the log. */
  readonly report: (sentence: string) => void;
}

/**
 * Tells of the topics that differ after each change, as far as their viewer may know of them; what changes before the first look
 * counts as seen. Returns what ends it.
 */
export function noticeChanges(
  memory: Pick<McpMemory, "versions">,
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
    if (!isSame || changed.length > 0) updated(graphUri);
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

/** Notices for many clients at once: those of one viewer, whose `key` is the same, share one look at each change. */
export function createSharedNotices(
  onChanged: OnChanged,
  report: Notices["report"],
): (key: string, memory: Pick<McpMemory, "versions">, told: Told) => () => void {
  const watches = new Map<string, { readonly clients: Set<Told>; readonly stop: () => void }>();
  const watch = (memory: Pick<McpMemory, "versions">) => {
    const clients = new Set<Told>();
    const stop = noticeChanges(memory, onChanged, {
      updated: (uri) => clients.forEach((client) => void client.updated(uri)),
      listChanged: () => clients.forEach((client) => void client.listChanged()),
      report,
    });
    return { clients, stop };
  };
  return (key, memory, told) => {
    const { clients, stop } = watches.get(key) ?? watch(memory);
    watches.set(key, { clients, stop });
    clients.add(told);
    return () => {
      if (!clients.delete(told) || clients.size > 0) return;
      watches.delete(key);
      stop();
    };
  };
}
