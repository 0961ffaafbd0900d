import { findScalar } from "../../../vault/yaml-engine.ts";
import { commonYaml, mergeYaml } from "./merge-yaml.ts";
import { lineText, type MergedLines, type TextVersions } from "./text-version.ts";

/** Merges `loci.yaml` key by key, as frontmatter is; the result can be read wherever one of the sides can. */
export function mergeSettings({ path, bases, a, b }: TextVersions): MergedLines {
  const base = commonYaml(bases.map(({ lines }) => lines));
  return mergeYaml({ path, what: "settings", base, a: a.lines, b: b.lines }, isYaml);
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
