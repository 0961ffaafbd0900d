import { listFiles } from "../vault/list-files.ts";
import { placeOf, toTopicPath } from "../vault/paths.ts";
import { isCopyIn, isSuperseded, plainText } from "../vault/topic/entry.ts";
import { isSecret } from "../vault/topic/secrets.ts";
import type { Viewer } from "../vault/topic/viewer.ts";
import type { MemoryContext } from "./context.ts";
import type { OwnMemory } from "./import-memories.ts";
import { readTopicFor } from "./read-topic.ts";

/** The memories in force that a viewer may see, file by file; what is secret only where that is asked for. */
export function exportMemories(
  { root, settings }: MemoryContext,
  viewer: Viewer,
  { secrets }: { readonly secrets: boolean },
): readonly OwnMemory[] {
  return listFiles(root).files.flatMap(({ path: file }) => {
    const path = toTopicPath(file);
    const { kind, scope, archived } = placeOf(path);
    const topic = readTopicFor({ root }, viewer, file)?.topic;
    if (kind === "agent" || archived || topic === undefined) return [];
    const [group, owner] = scope.split("/");
    const isOpen = (entry: Parameters<typeof isSecret>[0]) => secrets || !isSecret(entry, topic);
    return topic.entries
      .filter((entry) => !isCopyIn(path, entry) && !isSuperseded(entry) && isOpen(entry))
      .map((entry): OwnMemory => {
        const { bank, person, ...fields } = entry.fields;
        return {
          text: plainText(entry),
          topic: topic.title,
          date: entry.date,
          bank: bank ?? topic.frontmatter.bank ?? settings.defaultBank,
          person: person ?? (group === "people" ? owner : undefined),
          tags: entry.tags.length === 0 ? undefined : entry.tags,
          fields: Object.keys(fields).length === 0 ? undefined : fields,
          agent: group === "agents" ? owner : undefined,
          file,
        };
      });
  });
}
