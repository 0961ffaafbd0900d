import { findTopics, type TopicSummary } from "../index/overview.ts";
import { assignTopic } from "../recall/assign-topic.ts";
import { type Scope, scopeFolder, type TopicPath, toTopicPath } from "../vault/paths.ts";
import type { Viewer } from "../vault/viewer.ts";
import { lookAtFiles } from "./keep-fresh.ts";
import type { Parts } from "./parts.ts";

/** Finds where in a scope new memories belong, as the files stand now; what is archived is no place for them. */
export interface PlaceFinder {
  /** The files of a name, slug or alias. */
  named(name: string, scope: Scope): Promise<readonly TopicSummary[]>;
  /** The topic of a name, slug or alias. */
  topicNamed(name: string, scope: Scope): Promise<TopicPath | undefined>;
  /** The topic that a text clearly belongs to, by what of it the viewer may see. */
  assignTopic(
    text: string,
    scope: Scope,
    viewer: Viewer,
    loaded?: TopicPath,
  ): Promise<TopicPath | undefined>;
}

export function placeFinder(parts: Parts): PlaceFinder {
  const { index } = parts;
  const named = async (name: string, scope: Scope): Promise<readonly TopicSummary[]> => {
    await lookAtFiles(parts);
    const folder = scopeFolder(scope);
    return index
      .run((db) => findTopics(db, { allPeople: true }, name))
      .filter((found) => found.scope === folder && found.archived === 0);
  };
  return {
    named,
    async topicNamed(name, scope) {
      const found = (await named(name, scope)).find(({ kind }) => kind === "topic");
      return found && toTopicPath(found.file);
    },
    async assignTopic(text, scope, viewer, loaded) {
      await lookAtFiles(parts);
      const folder = scopeFolder(scope);
      const asked = { scope: folder, viewer, loaded };
      const file = index.run((db) => assignTopic(db, text, asked))?.file;
      return file === undefined ? undefined : toTopicPath(file);
    },
  };
}
