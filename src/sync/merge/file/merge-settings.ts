import { findScalar } from "../../../vault/yaml-engine.ts";
import type { MergedFile } from "./merge-file.ts";
import type { TextVersions } from "./merge-markdown.ts";
import { commonYaml, mergeYaml } from "./merge-yaml.ts";
import { emptyText, lineText, mergeStyle, writeText } from "./text-version.ts";

/** Merges `loci.yaml` key by key, as frontmatter is; the result can be read wherever one of the sides can. */
export function mergeSettings({ path, bases, baseStyle, a, b }: TextVersions): MergedFile {
  const [one, two] = [a ?? emptyText(), b ?? emptyText()];
  const base = commonYaml(bases.map(({ lines }) => lines));
  const versions = { path, what: "settings", base, a: one.lines, b: two.lines };
  const { lines, keptBoth } = mergeYaml(versions, isYaml);
  return { bytes: writeText(lines, mergeStyle(baseStyle, one.style, two.style)), keptBoth };
}

/** True for YAML without faults, such as a key that is there twice. */
function isYaml(lines: readonly string[]): boolean {
  try {
    findScalar(lines.map(lineText).join("\n"), "");
    return true;
  } catch {
    return false; // Not YAML is an answer here.
  }
}
