import type { ElementContent } from "hast";
import { element, isElement, text } from "./elements.ts";
import type { PageState, Scope } from "./render-state.ts";

/** The mark of a footnote in the text: its number leads to the note. */
export function showFootnoteMark(identifier: string, label: string, scope: Scope): ElementContent {
  const { page } = scope.state;
  if (page === undefined || scope.inLink || !page.footnoteNames.has(identifier)) {
    return element("sup", {}, [text(`[${label}]`)]);
  }
  return showMark(identifier, page, scope);
}

/** The mark of `^[words]`; where no note can stand below, the words stand in brackets. */
export function showInlineFootnote(source: string, scope: Scope): ElementContent {
  const { page } = scope.state;
  if (page === undefined || scope.inLink) return text(` (${source})`);
  return showMark(`${page.footnotes.size + 1} ${inlineSign}${source}`, page, scope);
}

/** No label has it. */
const inlineSign = "^[";

/** The Markdown of an inline footnote; undefined for one that stands below. */
export function inlineSource(identifier: string): string | undefined {
  const at = identifier.indexOf(inlineSign);
  return at < 0 ? undefined : identifier.slice(at + inlineSign.length);
}

function showMark(identifier: string, page: PageState, { state }: Scope): ElementContent {
  const { strings } = state.context;
  const note = page.footnotes.get(identifier) ?? { number: page.footnotes.size + 1, uses: 0 };
  note.uses++;
  page.footnotes.set(identifier, note);
  const properties = {
    className: ["footnote-ref"],
    href: `#fn-${note.number}`,
    id: markId(note.number, note.uses),
    role: "doc-noteref",
    ariaLabel: `${strings.footnote} ${note.number}`,
  };
  return element("sup", {}, [element("a", properties, [text(`${note.number}`)])]);
}

/** The section below the text; `show` returns a note's elements, and may find marks of further notes in them. */
export function showFootnotes(
  page: PageState,
  strings: Scope["state"]["context"]["strings"],
  show: (identifier: string) => readonly ElementContent[],
): ElementContent | undefined {
  if (page.footnotes.size === 0) return undefined;
  const items: ElementContent[] = [];
  // Iterating a map also visits what is added meanwhile.
  for (const [identifier, note] of page.footnotes) {
    const children = [...show(identifier)];
    const backs = (): ElementContent[] =>
      Array.from({ length: Math.min(note.uses, 50) }, (_, i) =>
        backLink(note.number, i + 1, strings.backToText),
      );
    const last = children.at(-1);
    if (isElement(last, "p")) {
      children[children.length - 1] = {
        ...last,
        children: [...last.children, text(" "), ...backs()],
      };
    } else children.push(element("p", {}, backs()));
    items.push(element("li", { id: `fn-${note.number}` }, children));
  }
  const heading = element("h2", { id: "fn-notes" }, [text(strings.footnotes)]);
  const properties = {
    className: ["footnotes"],
    role: "doc-endnotes",
    ariaLabel: strings.footnotes,
  };
  return element("section", properties, [heading, element("ol", {}, items)]);
}

const markId = (number: number, use: number): string =>
  `fnref-${number}${use === 1 ? "" : `-${use}`}`;

function backLink(number: number, use: number, name: string): ElementContent {
  const properties = {
    className: ["footnote-back"],
    href: `#${markId(number, use)}`,
    role: "doc-backlink",
    ariaLabel: `${name} ${number}${use === 1 ? "" : `-${use}`}`,
  };
  return element("a", properties, [text(use === 1 ? "↩" : `↩${use}`)]);
}
