import type { Element, ElementContent } from "hast";
import { capMarks } from "../../src/vault/cap-marks.ts";
import { element, text } from "./elements.ts";

/** Replaces invisible characters that affect the text around them with visible ones. */
export function markInvisible(nodes: readonly ElementContent[], label: string): ElementContent[] {
  return nodes.flatMap((node): ElementContent[] => {
    if (node.type === "element") {
      if (node.tagName === "math") return [replaceInvisible(node)];
      return [{ ...node, children: markInvisible(node.children, label) }];
    }
    if (node.type !== "text" || !hasInvisible(node.value)) return [node];
    return markText(capMarks(node.value), label);
  });
}

/** In a formula no such sign may stand. */
function replaceInvisible(node: Element): Element {
  const children = node.children.map((child) => {
    if (child.type === "element") return replaceInvisible(child);
    return child.type === "text" ? text(child.value.replace(invisible, "\ufffd")) : child;
  });
  return { ...node, children };
}

/** True for text that `markInvisible` would change. */
export const hasInvisible = (value: string): boolean => suspicious.test(value);

/**
 * Control characters; overrides and embeddings of direction; floods of what has no width (one or two shape emoji, Persian
 * and Indic writing); tag characters but in flags.
 */
const invisible = new RegExp(
  [
    String.raw`(?![\t\n\r\x85])\p{Cc}`,
    String.raw`[\u202a-\u202e]+|[\u2066-\u2069]+`,
    String.raw`(?:(?!\p{M})\p{Default_Ignorable_Code_Point}){4,}`,
    String.raw`(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]{0,10})[\u{e0000}-\u{e007f}]+`,
  ].join("|"),
  "gu",
);

/** The same and marks piled up, as a question. */
const suspicious = new RegExp(String.raw`${invisible.source}|\p{M}{31}`, "u");

/** A hundred say it well enough. */
const maxSigns = 100;

function markText(value: string, label: string): ElementContent[] {
  const keepsIsolates = isBalanced(value);
  const nodes: ElementContent[] = [];
  let from = 0;
  let signs = 0;
  for (const { 0: found, index } of value.matchAll(invisible)) {
    if (keepsIsolates && /^[\u2066-\u2069]/.test(found)) continue;
    if (index > from) nodes.push(text(value.slice(from, index)));
    if (++signs <= maxSigns) nodes.push(signOf(found, label));
    from = index + found.length;
  }
  if (from < value.length) nodes.push(text(value.slice(from)));
  return nodes;
}

function signOf(found: string, label: string): ElementContent {
  const characters = [...found];
  const code = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  const name = characters.length === 1 ? `U+${code}` : `U+${code} × ${characters.length}`;
  const properties = { className: ["invisible"], role: "img", ariaLabel: `${label} ${name}` };
  return element("span", properties, [text(name)]);
}

/** True when each isolate that begins ends too: then it disturbs nothing around it. */
function isBalanced(value: string): boolean {
  let depth = 0;
  for (const [sign] of value.matchAll(/[\u2066-\u2069]/g)) {
    depth += sign === "\u2069" ? -1 : 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}
