import type { ElementContent } from "hast";
import { tagsOf } from "../../src/vault/topic/inline-tags.ts";
import { element, text } from "./elements.ts";
import { showInlineFootnote } from "./footnotes.ts";
import { maskSyntax, type Piece, splitPieces } from "./mask-syntax.ts";
import type { Scope } from "./render-state.ts";
import { showWikiEmbed, showWikilink } from "./show-links.ts";
import { showMath } from "./show-math.ts";

/** Words with what the vault's syntax makes of them: links, tags, fields, formulas. */
export function showText(value: string, scope: Scope, isStart: boolean): ElementContent[] {
  return [...splitPieces(value, scope.pieces)].flatMap((part, i) =>
    typeof part === "string"
      ? showTags(part, scope, isStart && i === 0)
      : showPiece(part.piece, part.isEmbed, scope),
  );
}

function showPiece(piece: Piece, isEmbed: boolean, scope: Scope): ElementContent[] {
  switch (piece.type) {
    case "field":
      return [showField(piece, scope)];
    case "math":
      return [showMath(piece.tex, false, scope.state)];
    case "footnote":
      return [showInlineFootnote(piece.source, scope)];
    case "hash":
      return [text("#")];
    case "wikilink":
      return isEmbed ? showWikiEmbed(piece.link, scope) : [showWikilink(piece.link, scope)];
  }
}

/** `[key:: value]` within prose. Its value may be written in the other direction than the words around it. */
function showField(
  { key, value }: Piece & { readonly type: "field" },
  scope: Scope,
): ElementContent {
  const masked = maskSyntax(value);
  const words = [...splitPieces(masked.text, masked.pieces)].flatMap((part) =>
    typeof part === "string" ? [text(part)] : showPiece(part.piece, false, scope),
  );
  return element("span", { className: ["field"] }, [
    element("span", { className: ["field-key"] }, [text(key)]),
    text(" "),
    element("bdi", {}, words),
  ]);
}

function showTags(value: string, { state, inLink }: Scope, isStart: boolean): ElementContent[] {
  if (inLink || !value.includes("#")) return [text(value)];
  const nodes: ElementContent[] = [];
  let from = 0;
  for (const { 0: word, index } of value.matchAll(/(?<=^|\s)#\S+/g)) {
    const [tag] = tagsOf(word);
    if (tag === undefined || (index === 0 && !isStart)) continue;
    if (index > from) nodes.push(text(value.slice(from, index)));
    const href = state.context.hrefOfTag(tag);
    const className = ["tag"];
    const words = [text(`#${tag}`)];
    nodes.push(
      href === undefined
        ? element("span", { className }, words)
        : element("a", { className, href }, words),
    );
    from = index + 1 + tag.length;
  }
  if (from < value.length) nodes.push(text(value.slice(from)));
  return nodes;
}
