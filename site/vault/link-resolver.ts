import { capMarks } from "../../src/vault/cap-marks.ts";
import { pathKey, placeOf, type TopicPath } from "../../src/vault/paths.ts";
import { privateScopeOf } from "./hide-rules.ts";

/** A document as links find it. */
interface LinkedDocument {
  readonly path: TopicPath;
  readonly title: string;
  readonly aliases: readonly string[];
}

/** Finds what a link in a document means. */
export interface LinkResolver {
  /** `[[target]]` in the document `from`: by path, file name, title or alias; of several the nearest scope's. */
  wiki(from: TopicPath, target: string): TopicPath | undefined;
  /** `[x](target)`: by path only. */
  markdown(from: TopicPath, target: string): TopicPath | undefined;
}

/** Makes ready to resolve links among these documents. */
export function createLinkResolver(documents: readonly LinkedDocument[]): LinkResolver {
  const byPath = new Map<string, TopicPath>();
  const byName = new Nearest();
  const byTitle = new Nearest();
  const byAlias = new Nearest();
  for (const { path, title, aliases } of [...documents].sort(preferred)) {
    const key = linkKey(path.slice(0, -".md".length));
    if (!byPath.has(key)) byPath.set(key, path);
    for (const tail of tailsOf(key)) byName.add(tail, path);
    byTitle.add(linkKey(title), path);
    for (const alias of aliases) byAlias.add(linkKey(alias), path);
  }
  const atPath = (from: TopicPath, target: string): TopicPath | undefined => {
    for (const path of pathsOf(from, target)) {
      const key = linkKey(path);
      const found = byPath.get(withoutEnding(key)) ?? byPath.get(key);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return {
    markdown: (from, target) => atPath(from, target),
    wiki: (from, target) => {
      const found = atPath(from, target);
      if (found !== undefined) return found;
      const key = linkKey(target);
      const scope = privateScopeOf(from);
      const name = withoutEnding(key);
      return byName.find(name, scope) ?? byTitle.find(key, scope) ?? byAlias.find(key, scope);
    },
  };
}

/** Paths that a target may mean, seen from a file: beside it, in its scope, in the vault. */
export function pathsOf(from: TopicPath, target: string): string[] {
  const folder = from.split("/").slice(0, -1);
  const names = target.split("/");
  const isFromRoot = target.startsWith("/");
  const { scope } = placeOf(from);
  const starts = isFromRoot ? [[]] : [folder, ...(scope === "" ? [] : [scope.split("/")]), []];
  return [...new Set(starts.flatMap((start) => joined(start, names) ?? []))];
}

/** Equal for what a link may write one for the other: case, Unicode form, spaces and dashes. */
export function linkKey(words: string): string {
  // Most is ASCII, which needs no normalizing.
  const plain = /^[\0-\x7f]*$/.test(words) ? words.toLowerCase() : pathKey(capMarks(words));
  return plain.replace(/[\s_-]+/g, "-").replace(/^-|-$/g, "");
}

const withoutEnding = (key: string): string => key.replace(/\.md$/, "");

/** The path without `.` and `..`; undefined where it leads out of the vault. */
function joined(start: readonly string[], names: readonly string[]): string | undefined {
  const path = [...start];
  for (const name of names) {
    if (name === "..") {
      if (path.pop() === undefined) return undefined;
    } else if (name !== "." && name !== "") path.push(name);
  }
  return path.join("/");
}

/** The ends of a path by which it may be named: `rice`, `topics/rice`, … */
function tailsOf(key: string): string[] {
  const names = key.split("/");
  const most = Math.min(names.length, 8);
  return Array.from({ length: most }, (_, i) => names.slice(names.length - 1 - i).join("/"));
}

/** Topics before notes, and what is not in the archive before what is; then by path. */
function preferred(a: LinkedDocument, b: LinkedDocument): number {
  return rankOf(a.path) - rankOf(b.path) || (a.path < b.path ? -1 : 1);
}

function rankOf(path: TopicPath): number {
  const { archived, kind } = placeOf(path);
  return (archived ? 2 : 0) + (kind === "note" ? 1 : 0);
}

/** The first document of each scope by a key, and the first of all. */
class Nearest {
  private readonly pathsByKey = new Map<string, Map<string, TopicPath>>();

  add(key: string, path: TopicPath): void {
    if (key === "") return;
    const paths = this.pathsByKey.get(key) ?? new Map<string, TopicPath>();
    this.pathsByKey.set(key, paths);
    for (const scope of [privateScopeOf(path), any]) if (!paths.has(scope)) paths.set(scope, path);
  }

  find(key: string, scope: string): TopicPath | undefined {
    const paths = this.pathsByKey.get(key);
    return paths?.get(scope) ?? paths?.get("") ?? paths?.get(any);
  }
}

/** No scope is called so. */
const any = "*";
