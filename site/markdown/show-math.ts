import type { ElementContent } from "hast";
import temml from "temml";
import { element, text } from "./elements.ts";
import { addFault, type RenderState, regionName } from "./render-state.ts";

/** A formula as MathML, or its source where it cannot be read. */
export function showMath(tex: string, isDisplay: boolean, state: RenderState): ElementContent {
  const mathml = readTex(tex, isDisplay, state);
  if (mathml === undefined) {
    const source = element("code", { className: ["formula-source"] }, [text(tex)]);
    return isDisplay ? element("pre", { tabIndex: 0 }, [source]) : source;
  }
  if (!isDisplay) return mathml;
  const ariaLabel = regionName(state, state.context.strings.formula);
  const properties = { className: ["formula"], role: "region", tabIndex: 0, ariaLabel };
  return element("div", properties, [mathml]);
}

/** Temml's tree, which its types leave out of what a module of ours sees. */
function buildTree(tex: string, options: object): unknown {
  const build: unknown = "__renderToMathMLTree" in temml ? temml.__renderToMathMLTree : undefined;
  if (typeof build !== "function") throw new TypeError("Cannot read formulas: Temml has changed");
  return build(tex, options);
}

/** Longer ones are not formulas; Temml's time grows with what its macros make of them. */
const maxLength = 4000;

function readTex(
  tex: string,
  displayMode: boolean,
  state: RenderState,
): ElementContent | undefined {
  const { strings } = state.context;
  if (tex.trim() === "") return undefined;
  try {
    if (tex.length > maxLength || !state.budget.spend("formulas", 1)) {
      throw new RangeError("Cannot read the formula: too much of it");
    }
    const tree: unknown = buildTree(tex, {
      displayMode,
      throwOnError: true,
      strict: false,
      trust: false,
      maxExpand: 200,
      maxSize: [9, 90],
      macros: {},
    });
    const [math] = toNodes(tree);
    if (math === undefined) throw new TypeError("Cannot read the formula: nothing came of it");
    return math;
  } catch {
    // Its source is shown instead, and the fault says so.
    addFault(
      state,
      `${strings.faults.formula} ${tex.replace(/\s+/g, " ").slice(0, 80).toWellFormed()}`,
    );
    return undefined;
  }
}

/** Temml's own tree, which has no type, as elements. Styles stay behind: no page may have any. */
function toNodes(node: unknown): ElementContent[] {
  if (typeof node !== "object" || node === null) return [];
  if ("text" in node && typeof node.text === "string") return [text(node.text)];
  const children =
    "children" in node && Array.isArray(node.children) ? node.children.flatMap(toNodes) : [];
  if (!("type" in node) || typeof node.type !== "string") return children;
  const attributes =
    "attributes" in node && typeof node.attributes === "object" ? node.attributes : {};
  const classes = "classes" in node && Array.isArray(node.classes) ? node.classes : [];
  const className = classes.filter((name) => typeof name === "string" && name !== "");
  const properties = Object.entries(attributes ?? {}).map(([key, value]) => [key, `${value}`]);
  return [element(node.type, { ...Object.fromEntries(properties), className }, children)];
}
