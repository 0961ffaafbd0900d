import { isCopyIn, isSuperseded, plainText } from "../vault/entry.ts";
import { listFiles } from "../vault/list-files.ts";
import { placeOf, toTopicPath } from "../vault/paths.ts";
import { isSecret } from "../vault/secrets.ts";
import type { Viewer } from "../vault/viewer.ts";
import type { MemoryContext } from "./context.ts";
import { readTopicFor } from "./read-topic.ts";
import type { ExportedMemory } from "./write-export.ts";

/** The memories that a viewer may see, file by file; what is secret only where that is asked for. */
export function exportMemories(
  { root, settings }: Pick<MemoryContext, "root" | "settings">,
  viewer: Viewer,
  { secrets, archive }: { readonly secrets: boolean; readonly archive: boolean },
): readonly ExportedMemory[] {
  return listFiles(root).files.flatMap(({ path: file }) => {
    const path = toTopicPath(file);
    const { kind, scope, archived } = placeOf(path);
    if (kind === "agent" || (archived && !archive)) return [];
    const topic = readTopicFor({ root }, viewer, file)?.topic;
    const [group, owner] = scope.split("/");
    return (topic?.entries ?? [])
      .filter((entry) => !isCopyIn(path, entry))
      .filter((entry) => secrets || (topic && !isSecret(entry, topic)))
      .map((entry) => {
        const { bank = topic?.frontmatter.bank ?? settings.defaultBank, ...fields } = entry.fields;
        const person = fields.person ?? (group === "people" ? owner : undefined);
        return {
          text: plainText(entry),
          topic: topic?.title ?? "",
          date: entry.date,
          bank,
          tags: entry.tags,
          person,
          agent: group === "agents" ? owner : undefined,
          fields,
          file,
          isSuperseded: isSuperseded(entry),
          isArchived: archived,
        };
      });
  });
}
