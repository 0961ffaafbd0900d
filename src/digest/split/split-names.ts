import type { SplitAnswer } from "../../models/task.ts";
import { pathKey, type TopicPath, toTopicPath } from "../../vault/paths.ts";
import { slugify } from "../../vault/slugify.ts";

/** A name that is free, and its title. */
export interface SubtopicName {
  readonly path: TopicPath;
  readonly title: string;
}

interface NameInput {
  readonly path: TopicPath;
  readonly proposal: SplitAnswer;
  readonly taken: readonly string[];
}

const maxTries = 50;
const longestName = 40;

/**
 * Paths for the parts of a topic, beside it: `cooking-rice.md`, `cooking-general.md`. A proposed name that is no plain
 * words gives way to a number; one for which no path is free, to none.
 */
export function nameSubtopics(
  { path, proposal, taken }: NameInput,
  title: string,
): { readonly general: TopicPath; readonly subtopics: readonly (SubtopicName | undefined)[] } {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const slug = path.slice(folder.length, -".md".length);
  const base = slug.replace(/-general$/, "") || slug;
  const used = new Set(taken.map(pathKey));
  const take = (name: string): TopicPath | undefined => {
    for (let n = 1; n <= maxTries; n++) {
      const free = toPath(`${folder}${base}-${name}${n === 1 ? "" : `-${n}`}.md`);
      if (free === undefined) return undefined;
      if (used.has(pathKey(free))) continue;
      used.add(pathKey(free));
      return free;
    }
    return undefined;
  };
  // The rest of an earlier split stays where it is; so does a file whose name leaves no room for more.
  const general = base === slug ? (take("general") ?? path) : path;
  const subtopics = proposal.subtopics.map(({ name }, i): SubtopicName | undefined => {
    const words = plainName(name, base) ?? String(i + 1);
    const free = take(slugify(words));
    return free && { path: free, title: `${title} – ${words}` };
  });
  return { general, subtopics };
}

/** The name without that of its topic; undefined unless it is a few plain words. */
function plainName(name: string, base: string): string | undefined {
  const words = name.normalize("NFC").trim();
  if (words.length > longestName || !/^[\p{L}\p{N}][\p{L}\p{N}\p{M} '’&-]*$/u.test(words)) {
    return undefined;
  }
  const slug = slugify(words);
  if (slug === base || slug === "general") return undefined;
  return slug.startsWith(`${base}-`) ? slug.slice(base.length + 1).replaceAll("-", " ") : words;
}

function toPath(path: string): TopicPath | undefined {
  try {
    return toTopicPath(path);
  } catch {
    return undefined; // Too long, or not for every system.
  }
}
