import { findTopics, type TopicSummary } from "../index/overview.ts";
import { assignTopic } from "../recall/assign-topic.ts";
import { type Scope, scopeFolder, type TopicPath, toTopicPath } from "../vault/paths.ts";
import { lookAtFiles } from "./keep-fresh.ts";
import type { Parts } from "./parts.ts";

/** Finds where in a scope new memories belong, as the files stand now; what is archived is no place for them. */
export interface PlaceFinder {
  /** The files of a name, slug or alias. */
  named(name: string, scope: Scope): Promise<readonly TopicSummary[]>;
  /** The topic that a text clearly belongs to. */
  assignTopic(text: string, scope: Scope): Promise<TopicPath | undefined>;
}

export function placeFinder(parts: Parts): PlaceFinder {
  const { index } = parts;
  return {
    async named(name, scope) {
      await lookAtFiles(parts);
      const folder = scopeFolder(scope);
      return index
        .run((db) => findTopics(db, name))
        .filter(({ scope, archived }) => scope === folder && !archived);
    },
    async assignTopic(text, scope) {
      await lookAtFiles(parts);
      const file = index.run((db) => assignTopic(db, text, { scope: scopeFolder(scope) }))?.file;
      return file === undefined ? undefined : toTopicPath(file);
    },
  };
}
