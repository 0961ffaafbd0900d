import type { Element, ElementContent } from "hast";
import { common, createLowlight } from "lowlight";
import { element, text, textOf } from "./elements.ts";
import type { RenderState } from "./render-state.ts";
import { runWithin } from "./run-within.ts";
import { showMath } from "./show-math.ts";

/** A block of code, coloured where its language is named and known. */
export function showCode(pre: Element, state: RenderState): ElementContent {
  const [code] = pre.children;
  if (code?.type !== "element") return pre;
  const source = textOf(code.children);
  const language = languageOf(code);
  if (language === "math") return showMath(source.trim(), true, state);
  const className = language === undefined ? [] : [`language-${language}`];
  const coloured = language === undefined ? undefined : highlight(source, language, state);
  const block = element("pre", { tabIndex: 0 }, [
    element("code", { className: coloured === undefined ? className : ["hljs", ...className] }, [
      ...(coloured ?? [text(source)]),
    ]),
  ]);
  if (language !== "mermaid") return block;
  // Its runtime writes styles into the page, which the page's policy forbids.
  const caption = element("figcaption", {}, [text(state.context.strings.diagram)]);
  return element("figure", { className: ["diagram"] }, [block, caption]);
}

const maxLength = 20_000;
/** Beyond it a grammar's expressions are watched: some take time in the square of the code. */
const maxUnguarded = 1000;
const maxTime = 300;
const lowlight = createLowlight(common);

function languageOf(code: Element): string | undefined {
  const { className } = code.properties;
  const [name] = Array.isArray(className) ? className : [];
  const language = typeof name === "string" ? name.replace(/^language-/, "").toLowerCase() : "";
  return /^[a-z0-9+#.-]{1,30}$/.test(language) ? language : undefined;
}

function highlight(
  source: string,
  language: string,
  { budget }: RenderState,
): ElementContent[] | undefined {
  if (!lowlight.registered(language) || source.length > maxLength) return undefined;
  if (!budget.spend("code", source.length)) return undefined;
  const work = (): ElementContent[] =>
    lowlight.highlight(language, source).children.filter((node) => node.type !== "doctype");
  try {
    return source.length > maxUnguarded ? runWithin(maxTime, work) : work();
  } catch {
    // Colours are an extra: without them it is the same code.
    return undefined;
  }
}
