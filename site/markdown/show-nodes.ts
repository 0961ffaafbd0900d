import type { Element, ElementContent } from "hast";
import type { Wikilink } from "../vault/links.ts";
import { element, isElement, text } from "./elements.ts";
import { showFootnoteMark } from "./footnotes.ts";
import { splitPieces } from "./mask-syntax.ts";
import { pairMarks } from "./pair-marks.ts";
import type { Scope } from "./render-state.ts";
import { blocks } from "./show-blocks.ts";
import { showCode } from "./show-code.ts";
import { pairHtml, rawHtml, showHtmlBlock, showRawBlock } from "./show-html.ts";
import { showImage, showLink } from "./show-links.ts";
import { showMath } from "./show-math.ts";
import { showText } from "./show-text.ts";

/** What a page shows of elements that Markdown gave. Not safe yet: that is `toSafeHtml`'s. */
export function showNodes(nodes: readonly ElementContent[], scope: Scope): ElementContent[] {
  return pairMarks(pairHtml(nodes, scope)).flatMap((node, i, all): ElementContent[] => {
    if (node.type === "element") return showElement(node, scope);
    return node.type === "text"
      ? showText(node.value, scope, i === 0 || isElement(all[i - 1], "br"))
      : [];
  });
}

function showElement(node: Element, scope: Scope): ElementContent[] {
  const { properties } = node;
  switch (node.tagName) {
    case "pre":
      return [showCode(node, scope.state)];
    case "code":
      return [node];
    case "img":
      return showImage(node, scope);
    case "x-html":
      return [rawHtml(`${properties.value}`)];
    case "x-html-block": {
      const html = `${properties.value}`;
      return showHtmlBlock(html, scope) ?? [showRawBlock(html)];
    }
    case "x-math":
      return [showMath(`${properties.tex}`, properties.isDisplay === true, scope.state)];
    case "x-footnote":
      return [showFootnoteMark(`${properties.identifier}`, `${properties.label}`, scope)];
    case "a":
      if (scope.inLink) return showNodes(node.children, scope);
      return showLink(
        { ...node, children: showNodes(node.children, { ...scope, inLink: true }) },
        scope,
      );
    case "p": {
      const notes = notesOf(node, scope);
      if (notes !== undefined) return notes.flatMap((link) => showNote(link, scope));
      break;
    }
  }
  const shown = { ...node, children: showNodes(node.children, scope) };
  return blocks[node.tagName]?.(shown, scope) ?? [shown];
}

/** The links of a paragraph that is nothing but `![[note]]`, one or more a line each. */
function notesOf({ children }: Element, { state, pieces }: Scope): Wikilink[] | undefined {
  if (!children.every((node) => node.type === "text" || isElement(node, "br"))) return undefined;
  const words = children.map((node) => (node.type === "text" ? node.value : "\n")).join("");
  const links: Wikilink[] = [];
  for (const part of splitPieces(words, pieces)) {
    if (typeof part === "string") {
      if (part.trim() === "") continue;
      return undefined;
    }
    if (!part.isEmbed || part.piece.type !== "wikilink") return undefined;
    links.push(part.piece.link);
  }
  const isNote = ({ target }: Wikilink): boolean =>
    state.context.embed(target)?.type === "document";
  return links.length > 0 && links.every(isNote) ? links : undefined;
}

/** A note within this one, with a link to where it comes from; where it cannot be shown the link alone. */
function showNote(link: Wikilink, scope: Scope): ElementContent[] {
  const { state } = scope;
  const note = state.context.embed(link.target);
  if (note?.type !== "document") return [];
  const href = state.context.hrefOf(link.target, link.heading)?.href ?? note.href;
  const name = link.label ?? note.document.title;
  const source = element("a", { className: ["wikilink"], href }, [text(name)]);
  const shown = state.showNote(note, link.heading, state);
  if (shown === undefined) return [element("p", { className: ["embed-source"] }, [source])];
  const head = element("p", { className: ["embed-source"] }, [
    text(`${state.context.strings.embeddedFrom} `),
    source,
  ]);
  return [element("div", { className: ["embed"] }, [head, ...shown])];
}
