import { findScalar } from "../../../vault/yaml-engine.ts";
import { keepAside } from "./aside-path.ts";
import type { MergedFile } from "./merge-file.ts";
import { mergeHunks } from "./merge-hunks.ts";
import type { TextVersions } from "./merge-markdown.ts";
import { lineText, mergeStyle, type TextVersion, writeText } from "./text-version.ts";

/**
 * Merges a text that is not Markdown by lines, where the sides changed different ones; else both versions stay, for
 * settings, data and code must not be torn.
 */
export function mergePlain(
  { path, bases, a, b }: TextVersions,
  bytes: { readonly a: Uint8Array; readonly b: Uint8Array },
): MergedFile {
  const base = bases[0];
  if (a === undefined || b === undefined) return keepAside(path, bytes.a, bytes.b);
  const hasBase = base !== undefined && bases.length === 1;
  const lines = hasBase
    ? mergeHunks(base.lines, a.lines, b.lines, { isProse: isProse(path) })
    : undefined;
  if (lines === undefined || !isSound(path, lines, [a, b]))
    return keepAside(path, bytes.a, bytes.b);
  return { bytes: writeText(lines, mergeStyle(base?.style, a.style, b.style)), keptBoth: [] };
}

/** Files in which lines that two sides add at one place may stand one below the other. */
const proseName =
  /(?:^|\/)(?:[^/.]+|\.[^/.]+|[^/]*\.(?:txt|text|log|csv|tsv|jsonl|ndjson|rst|org))$/i;
const isProse = (path: string): boolean => proseName.test(path);

/** Where both sides can be read as YAML, the result can be too. */
function isSound(path: string, lines: readonly string[], sides: readonly TextVersion[]): boolean {
  if (!/\.ya?ml$/i.test(path) || !sides.every(({ text }) => isYaml(text))) return true;
  return isYaml(lines.map(lineText).join("\n"));
}

/** True for YAML without faults, such as a key that is there twice. */
export function isYaml(text: string): boolean {
  try {
    findScalar(text.replace(/\r\n?/g, "\n"), "");
    return true;
  } catch {
    return false; // Not YAML is an answer here.
  }
}
