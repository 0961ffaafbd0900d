import { listFiles } from "../vault/list-files.ts";
import { placeOf, toTopicPath } from "../vault/paths.ts";
import { isCopyIn, isSuperseded, plainText } from "../vault/topic/entry.ts";
import { isSecret } from "../vault/topic/secrets.ts";
import type { Entry } from "../vault/topic/topic.ts";
import type { Viewer } from "../vault/topic/viewer.ts";
import type { MemoryContext } from "./context.ts";
import type { OwnMemory } from "./read-import.ts";
import { readTopicFor } from "./read-topic.ts";

/** The memories that a viewer may see, file by file; what is secret or archived only where that is asked for. */
export function exportMemories(
  { root, settings }: MemoryContext,
  viewer: Viewer,
  { secrets, archive }: { readonly secrets: boolean; readonly archive: boolean },
): readonly OwnMemory[] {
  return listFiles(root).files.flatMap(({ path: file }) => {
    const path = toTopicPath(file);
    const { kind, scope, archived } = placeOf(path);
    if (kind === "agent" || (archived && !archive)) return [];
    const topic = readTopicFor({ root }, viewer, file)?.topic;
    if (topic === undefined) return [];
    const [group, owner] = scope.split("/");
    return topic.entries
      .filter((entry) => !isCopyIn(path, entry) && (secrets || !isSecret(entry, topic)))
      .map(
        (entry): OwnMemory => ({
          text: plainText(entry),
          topic: topic.title,
          date: entry.date,
          ...withFields(entry, {
            bank: topic.frontmatter.bank ?? settings.defaultBank,
            person: group === "people" ? owner : undefined,
          }),
          agent: group === "agents" ? owner : undefined,
          file,
          ...(isSuperseded(entry) ? { isSuperseded: true } : {}),
          ...(archived ? { isArchived: true } : {}),
        }),
      );
  });
}

/** What an entry says of itself; `usual` where it is silent. */
function withFields(
  { fields, tags }: Entry,
  usual: Pick<OwnMemory, "bank" | "person">,
): Pick<OwnMemory, "bank" | "person" | "tags" | "fields"> {
  const { bank = usual.bank, person = usual.person, superseded: _, archived: _a, ...more } = fields;
  return {
    bank,
    person,
    ...(tags.length === 0 ? {} : { tags }),
    ...(Object.keys(more).length === 0 ? {} : { fields: more }),
  };
}
