import { fc } from "../../fast-check.ts";

/** Line fragments that between them touch every rule of CommonMark's block structure. */
const fragments = [
  ..."a|b c|- |-|* |*|+ |1. |2. |1) |12. |123456789. |1234567890. |0. |- - a|-\t|1.\t".split("|"),
  ..."> |>|>> |>\t| |  |   |    |     |\t|\t\t|  - |   - |    - |      - ".split("|"),
  ..."# h|## |###|####### x|# a #|#\t|= |===|---|--|***|* * *|___|- - -|=".split("|"),
  ..."```|````|~~~|``` js|```a`b|~~~ x ~~~|    code".split("|"),
  ..."<!-- c|-->|<!-- c -->|<!-->|<div>|</div>|<div/>|<b>|</b >|<b a=1 c='d'>|<b a==c>|<a b=c=d>".split(
    "|",
  ),
  ...'<pre>|</pre>|<script>|<script/>|<?x|?>|<?>|<!X|<![CDATA[|]]>|]]]>|<a b="c"d>|<x|<search>|<b a= >'.split(
    "|",
  ),
  ..."[a]: /x|[a]:|[a]: <x y>|[a]: /x 't'|[a]: /x \"t|t\"|[a]|[|]: /y|[a]: x (t)|'t'|(t)|[a]: x 't' y|[ ]: x".split(
    "|",
  ),
  ..."[ ] todo|[x] done|(2026-02-12)|^k3f9x2|[bank:: Health]|#tag|\u00a0|\\|**|`|x|1|.".split("|"),
  "\u0000",
  "\u000c",
  "[a\\]: /x",
  "[a]: (x(y))",
  "[a]: x)",
];

const line = fc
  .array(fc.constantFrom(...fragments), { maxLength: 4 })
  .map((parts) => parts.join(""));
const ending = fc.constantFrom("\n", "\n", "\n", "\n", "\n\n", "\r\n", "\r", "\n \n");

/** Markdown that no person would write. */
export const markdownSoup: fc.Arbitrary<string> = fc
  .tuple(fc.array(fc.tuple(line, ending), { maxLength: 9 }), fc.boolean())
  .map(([lines, cut]) => {
    const text = lines.map(([words, eol]) => words + eol).join("");
    return cut ? text.replace(/[\r\n]+$/, "") : text;
  });

const containers = [
  "- ",
  "  ",
  "    ",
  "1. ",
  "   ",
  "> ",
  ">",
  "\t",
  "* ",
  "-\t",
  "",
  "",
  "      ",
  "-",
  "2) ",
];
const leaves = [
  "a",
  "a",
  "b",
  "",
  "",
  "# h",
  "```",
  "~~~",
  "<!--",
  "-->",
  "<div>",
  "<b>",
  "===",
  "---",
  "***",
];
const nestedLine = fc
  .tuple(
    fc.array(fc.constantFrom(...containers), { maxLength: 4 }),
    fc.constantFrom(...leaves, "    code", "[a]: /x", "[a]:", "<b", "1.", "-", "\t"),
  )
  .map(([before, leaf]) => before.join("") + leaf);

/** Containers in containers, continued, lazy or broken off. */
export const nestedSoup: fc.Arbitrary<string> = fc
  .tuple(fc.array(nestedLine, { maxLength: 12 }), fc.constantFrom("\n", ""))
  .map(([lines, end]) => lines.join("\n") + end);
