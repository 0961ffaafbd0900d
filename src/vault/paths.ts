import { lstatSync } from "node:fs";
import { join, resolve } from "node:path";
import { LociError } from "../errors.ts";
import { orNone } from "./or-none.ts";

declare const topicPathBrand: unique symbol;

/** POSIX path of a Markdown file, relative to its vault, that cannot lead out of it. */
export type TopicPath = string & { readonly [topicPathBrand]: true };

/** What a path says about a file; `topic` is the slug, or for other files the path without `.md`. */
export interface Place {
  /** `""`, `people/<id>` or `agents/<id>`. */
  readonly scope: string;
  /** `agent`: who an agent is, in `agents/<id>/agent.md`: part of its prompt, and no memory. */
  readonly kind: "topic" | "general" | "profile" | "agent" | "note";
  readonly archived: boolean;
  readonly topic: string;
}

/** Checks a path from outside; throws LociError OUTSIDE_VAULT or BAD_NAME. */
export function toTopicPath(input: string): TopicPath {
  const wayOut = wayOutOf(input);
  if (wayOut !== undefined) refuse("OUTSIDE_VAULT", input, wayOut);
  if (!input.toLowerCase().endsWith(".md")) refuse("BAD_NAME", input, 'it does not end in ".md"');
  const [fault] = input.split("/").flatMap((name) => nameFault(name) ?? []);
  if (fault !== undefined) refuse("BAD_NAME", input, fault);
  return input as TopicPath; // Checked above: the one place that makes the brand.
}

/** Why a file or folder name cannot be used on every system, or undefined when it can. */
export function nameFault(name: string): string | undefined {
  if (name === "") return "a name in it is empty";
  if (!name.isWellFormed()) return "a name in it is not valid Unicode";
  if (/\p{Cc}/u.test(name)) return "it holds a control character";
  if (name.startsWith(".")) return `"${name}" is hidden (starts with a dot)`;
  if (name.endsWith(".") || name.endsWith(" ")) return `"${name}" ends with a dot or a space`;
  if (isReservedName(name)) return `"${name}" is a reserved name on Windows`;
  if (Buffer.byteLength(name) > 200) return "a name in it is longer than 200 bytes";
  return undefined;
}

/** True for device names such as `con` or `lpt1.md`, which Windows cannot hold. */
export function isReservedName(name: string): boolean {
  const base = name.split(".", 1)[0] ?? "";
  return /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])$/iu.test(base.trimEnd());
}

/** True for hidden names, package folders and the temporary files of editors: nothing of that name is ever indexed. */
export const isUnlistedName = (name: string, isFolder = false): boolean =>
  name.startsWith(".") || name === "node_modules" || (!isFolder && isEditorFile(name));

/**
 * True for what editors, browsers and Loci itself keep for a moment beside a file (backups, swap files, locks, new
 * versions), and for what systems leave in every folder: no such file is committed.
 */
export const isEditorFile = (name: string): boolean => editorFile.test(name);
const editorFile =
  /^(?:4913|\.#.*|#.*#|.*~|\..*\.sw[a-p]|.*\.(?:swp|swo|tmp|crdownload|part)|\.loci-.*\.next|\.DS_Store|Thumbs\.db)$/is;

/** The scope of a person or an agent, which is its folder; the vault's own is "". */
export const scopeOf = (group: "people" | "agents", id: string): string =>
  `${group}/${checkedId(id)}`;

/** Path of a topic file from its scope and slug. */
export const topicPath = (scope: string, slug: string): TopicPath =>
  toTopicPath(inScope(scope, `topics/${checkedId(slug)}.md`));

/** Path of the file for memories without a topic; `month` is `YYYY-MM`. */
export const generalPath = (scope: string, month: string): TopicPath =>
  toTopicPath(inScope(scope, `general/${checkedId(month)}.md`));

/** Path of a person's profile; undefined for what is not an id. */
export function profilePath(person: string): TopicPath | undefined {
  const path = pathOrNone(toTopicPath, `people/${person}/profile.md`);
  return path && placeOf(path).kind === "profile" ? path : undefined;
}

/** Path of the digest log of a month (`YYYY-MM`), one for all scopes. */
export const logPath = (month: string): TopicPath => toTopicPath(`log/${checkedId(month)}.md`);

/** Path of the transcript of a session that began on a day (`YYYY-MM-DD`). */
export const conversationPath = (date: string, session: string): TopicPath =>
  toTopicPath(`conversations/${date}-${checkedId(session)}.md`);

/** The name of a Markdown file without folder and extension, as written. */
export const fileNameOf = (path: string): string =>
  path.slice(path.lastIndexOf("/") + 1, -".md".length);

/** True for the path of a month's digest log. */
export const isLogPath = (path: string): boolean =>
  path.startsWith("log/") && path.endsWith(".md") && monthPattern.test(path.slice(4, -3));

/** Path of a scope's recent-topics index: the one file that Loci writes beside Markdown topics. */
export const recentIndexPath = (scope: string): TopicPath =>
  toFilePath(inScope(scope, "topics/index.txt"));

/**
 * Checks the path of any file that git keeps and sync writes, as carefully as a topic file: whatever its name and
 * ending, but neither outside the vault nor among the bookkeeping of git and Loci.
 */
export function toFilePath(input: string): TopicPath {
  const names = input.split("/");
  if (wayOutOf(input) !== undefined || names.some((name) => name === "" || isPrivateName(name))) {
    refuse("OUTSIDE_VAULT", input, "it is not a file of the vault");
  }
  if (/[\n\0]/.test(input)) refuse("BAD_NAME", input, "it holds a control character");
  return input as TopicPath; // Checked above.
}

/** A path as one of these checks takes it; undefined where it refuses it. */
export const pathOrNone = (
  check: (input: string) => TopicPath,
  input: string,
): TopicPath | undefined => orNone(() => check(input));

/** Names that some file systems take for .git or .loci: they drop invisible signs, dots at the end, streams. */
export const isPrivateName = (name: string): boolean =>
  /^(?:\.git|\.loci|git~1|loci~1)[. ]*(?::.*)?$/is.test(name.replace(/\p{Cf}/gu, ""));

/**
 * Reads scope, kind and topic from a path; a file outside the known folders is a plain note. A disk that knows no case
 * may spell `People/ana`; a note `people/ana.md` is as much hers as what is in her folder.
 */
export function placeOf(path: TopicPath): Place {
  const plain = path.slice(0, -".md".length);
  const [, outer, group = "", id = "", inner, rest = ""] = placePattern.exec(plain) ?? [];
  const scope = group === "" ? "" : `${group.toLowerCase()}/${id}`;
  const archived = outer !== undefined || inner !== undefined;
  const kind = kindOf(group.toLowerCase(), rest);
  const topic = kind === "topic" ? rest.slice("topics/".length) : plain;
  return { scope, kind, archived, topic };
}

function kindOf(group: string, rest: string): Place["kind"] {
  if (/^topics\/[^/]+$/.test(rest)) return "topic";
  if (rest.startsWith("general/") && monthPattern.test(rest.slice("general/".length)))
    return "general";
  if (rest === "profile" && group === "people") return "profile";
  return rest === "agent" && group === "agents" ? "agent" : "note";
}

const placePattern =
  /^(archive\/)?(?:([Pp][Ee][Oo][Pp][Ll][Ee]|[Aa][Gg][Ee][Nn][Tt][Ss])\/([^/]*)(?:\/|$))?(archive\/)?(.*)$/s;

/** Equal for paths that a case-insensitive or normalizing disk takes for one file. */
export const pathKey = (path: string): string =>
  path.normalize("NFC").toLowerCase().normalize("NFC");

/** Absolute path of a file in the vault; refuses when a link on the way could lead elsewhere. */
export function resolveInVault(root: string, path: TopicPath): string {
  let here = resolve(root);
  for (const name of path.split("/")) {
    here = join(here, name);
    if (lstatSync(here, { throwIfNoEntry: false })?.isSymbolicLink())
      refuse("OUTSIDE_VAULT", path, `"${here}" is a symbolic link`);
  }
  return here;
}

const monthPattern = /^\d{4}-(?:0[1-9]|1[0-2])$/;

function wayOutOf(input: string): string | undefined {
  if (input.includes("\\")) return "it holds a backslash";
  if (input.startsWith("/")) return "it is absolute";
  if (/^[A-Za-z]:/.test(input)) return "it starts with a drive letter";
  if (input.split("/").some((name) => name === ".." || name === ".")) return 'it holds "." or ".."';
  return undefined;
}

function refuse(code: "OUTSIDE_VAULT" | "BAD_NAME", path: string, why: string): never {
  const message = `Cannot use the path ${JSON.stringify(path)}: ${why}`;
  throw new LociError(code, message, { data: { path } });
}

/** The id or slug in NFC, fit to name a file or folder that is found again. */
function checkedId(id: string): string {
  // Measured before it is normalized, which takes long for a long run of marks.
  const fault = idFault(id) ?? idFault(id.normalize("NFC"));
  if (fault === undefined) return id.normalize("NFC");
  const message = `Cannot use the name ${JSON.stringify(id)}: ${fault}`;
  throw new LociError("BAD_NAME", message, { data: { name: id } });
}

function idFault(id: string): string | undefined {
  if (/[/\\:]/.test(id)) return "it holds a slash, backslash or colon";
  if (/[<>"|?*]/.test(id)) return 'it holds one of <>"|?*, which Windows cannot';
  return nameFault(id) ?? (isUnlistedName(id) ? "files of that name are never indexed" : undefined);
}

const inScope = (scope: string, path: string): string => (scope === "" ? path : `${scope}/${path}`);
