import type { Frame, PageView } from "../../../site/build/page.ts";
import { openTemplates, type Templates } from "../../../site/build/templates.ts";
import { directionOf } from "../../../site/i18n/strings.ts";
import { frame } from "./fixtures.ts";

/** Renders pages below `/notes/` with the compiled templates. */
export async function openPages(): Promise<{
  readonly templates: Templates;
  readonly render: (page: PageView, changes?: Partial<Frame>) => Promise<string>;
}> {
  const templates = await openTemplates(frame.base);
  const render = (page: PageView, changes: Partial<Frame> = {}): Promise<string> => {
    const language = changes.language ?? frame.language;
    const shown = { ...frame, language, direction: directionOf(language), ...changes };
    return templates.render({ frame: shown, page });
  };
  return { templates, render };
}

/** The text of the first element of a name, without tags, entities as they stand. */
export function textOf(html: string, element: string): string {
  const [, inner = ""] =
    new RegExp(`<${element}\\b[^>]*>([\\s\\S]*?)</${element}>`).exec(html) ?? [];
  return inner
    .replace(/<[^>]*>/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** All start tags of an element; what only looks like one within an attribute is none. */
export const tagsOf = (html: string, element: string): string[] =>
  [...html.matchAll(startTag)].flatMap(([tag, name]) => (name === element ? [tag] : []));

const startTag = /<([a-z][a-z0-9]*)(?:\s+[\w:-]+(?:="[^"]*"|=[^\s">]+)?)*\s*\/?>/g;

/** What stands before the page itself. */
export const headOf = (html: string): string => html.slice(0, html.indexOf("</head>"));

/** Values of an attribute, in the order of the page. */
export const valuesOf = (html: string, attribute: string): string[] =>
  [...html.matchAll(new RegExp(` ${attribute}="([^"]*)"`, "g"))].map(([, value]) => value ?? "");
