const pwn = "<img src=x onerror=PWN>";

/** Bodies that use Markdown's, the vault's or a formula's syntax for the trick; `PWN` and `URL` as in html.ts. */
export const syntax: Readonly<Record<string, string>> = {
  "math-href":
    "$\\href{javascript:PWN}{x}$ and $$\\href{URL}{x}$$\n\n$$\n\\href{javascript:PWN}{x}\n$$",
  "math-url": "$\\url{javascript:PWN}$ $\\url{URL}$",
  "math-includegraphics": "$\\includegraphics[width=1em]{URL}$",
  "math-style":
    "$\\style{position:fixed;inset:0;background:url(URL)}{x}$ $\\class{x onclick=PWN}{y}$",
  "math-id": "$\\id{__pwned}{x}$ $\\data{x=y}{z}$ $\\htmlId{location}{x}$ $\\htmlData{a=b}{c}$",
  "math-html":
    "$\\html{<img src=x onerror=PWN>}$ $\\text{<script>PWN</script>}$ $\\unicode{x3c}script\\unicode{x3e}$",
  "math-text-close":
    "$\\text{</math><img src=x onerror=PWN>}$ $\\text{</annotation-xml><script>PWN</script>}$",
  "math-require":
    "$\\require{html}\\href{javascript:PWN}{x}$ $\\input{/etc/passwd}$ $\\write18{id}$",
  "math-def-loop": "$\\def\\x{\\x\\x}\\x$ $\\newcommand\\y{\\y}\\y$ $\\let\\z=\\z \\z$",
  "math-def-growth":
    "$\\def\\a{xxxxxxxxxx}\\def\\b{\\a\\a\\a\\a\\a\\a\\a\\a}\\def\\c{\\b\\b\\b\\b\\b\\b\\b\\b}\\def\\d{\\c\\c\\c\\c\\c\\c\\c\\c}\\d\\d\\d\\d$",
  "math-gdef": "$\\gdef\\frac{\\text{pwned}}$ $\\global\\def\\alpha{x}$\n\n- $\\frac{1}{2}\\alpha$",
  "math-cover":
    "$\\raisebox{-50em}{x}\\rule{9999em}{9999em}\\kern-9999em\\hspace{-999em}\\smash{x}\\llap{cover}$",
  "math-colour":
    '$\\color{red;background:url(URL)}x \\colorbox{url(URL)}{y} \\textcolor{#"onclick=PWN}{z}$',
  "math-deep": `$$\n${"{".repeat(1900)}x${"}".repeat(1900)}\n$$\n\n$$\n${"\\sqrt{".repeat(600)}x${"}".repeat(600)}\n$$`,
  "math-unclosed":
    "$$\nx = 1\n\n- An entry that a formula would swallow (2026-02-12)\n- <script>PWN</script>",
  "math-tag-label":
    '$$\\tag{<script>PWN</script>}\\label{x"onclick="PWN} x$$ $\\ref{x}\\eqref{javascript:PWN}$',
  "mermaid-click": '```mermaid\ngraph TD\nA-->B\nclick A "javascript:PWN"\nclick B call PWN\n```',
  "mermaid-init":
    '```mermaid\n%%{init: {"securityLevel":"loose","themeCSS":"}*{background:url(URL)}"}}%%\ngraph TD\nA["<img src=x onerror=PWN>"]\n```',
  "mermaid-html-label":
    "```mermaid\ngraph TD\nA[<script>PWN</script>] --> B(<iframe src=javascript:PWN>)\n```",
  "code-info":
    '```js" onclick="PWN\nx\n```\n\n```<script>PWN</script>\nx\n```\n\n```html onload=PWN style=x\n<script>PWN</script>\n```',
  "code-info-classes":
    "```constructor\nx\n```\n\n```__proto__\nx\n```\n\n```a/../../b\nx\n```\n\n~~~x`onclick=PWN\ny\n~~~",
  "code-close":
    "```html\n</code></pre><script>PWN</script>\n```\n\n    </code></pre><script>PWN</script>",
  "code-inline": "`</code><script>PWN</script>` ``<img src=x onerror=PWN>``",
  "code-trojan": "```js\nif (isAdmin\u202e \u2066// check\u2069 \u2066) {\n```",
  "code-regex": `\`\`\`js\n${"/".repeat(15000)}\n\`\`\`\n\n\`\`\`xml\n${"<a ".repeat(5000)}\n\`\`\`\n\n\`\`\`perl\n${"q(".repeat(5000)}\n\`\`\``,
  "heading-ids":
    '## location\n\n## __proto__\n\n## constructor\n\n## a" onclick="PWN\n\n## <script>PWN</script>\n\n## document\n\n## 🔥\n\n##\n\n## {#id onclick=PWN}',
  "heading-many": "## same\n\n".repeat(3000),
  "heading-link": "# [x](javascript:PWN) <script>PWN</script>\n\n[x](javascript:PWN)\n===",
  "footnote-labels":
    '[^a" onclick="PWN] [^<script>PWN</script>] [^__proto__]\n\n[^a" onclick="PWN]: <script>PWN</script>\n[^<script>PWN</script>]: [x](javascript:PWN)\n[^__proto__]: proto',
  "footnote-loop":
    "[^a]\n\n[^a]: see [^b] and [^a]\n\n[^b]: see [^a] and [^b]\n\n    - nested [^c]\n\n[^c]: end",
  "footnote-flood": `${"[^1]".repeat(4000)}\n\n[^1]: x`,
  "definition-flood": `[a]: https://evil.example/${"y".repeat(1900)} "${"t".repeat(2000)}"\n\n${"[a] ![a] ".repeat(4000)}`,
  "definition-tokens":
    '[a [[b]]]: javascript:PWN\n\n[x]: <javascript:PWN> "</a><script>PWN</script>"\n\n[x] [a [[b]]] ![x][x]',
  "link-titles":
    '[a](https://evil.example "\\"onclick=PWN") [b](https://evil.example \'</a><script>PWN</script>\') ![c](x.png "\\" onerror=PWN")',
  "alt-texts":
    '![" onerror="PWN](x.png) ![<script>PWN</script>](URL) ![a|99999](x.png) ![a|1" onload="PWN](x.png) ![[x.png|" onerror="PWN]]',
  "reference-links":
    "[x][js] [js] ![js] ![x][js]\n\n[js]: javascript:PWN\n[x]: data:text/html,<script>PWN</script>",
  autolinks:
    '<javascript:PWN> <data:text/html,PWN> <vbscript:PWN> <x:PWN> <evil@evil.example> www.evil.example/"onclick=PWN https://evil.example/<script>PWN</script>',
  wikilinks:
    '[[javascript:PWN]] [[x|<script>PWN</script>]] [["onclick="PWN]] [[../../../etc/passwd]] [[a#"><script>PWN</script>]] [[x#^a" onclick="PWN]] [[<img src=x onerror=PWN>|y]]',
  "wikilinks-urls":
    "[[https://evil.example]] [[//evil.example]] [[data:text/html,PWN]] [[file:///etc/passwd]] [[\\\\evil.example]] [[https://evil.example|good.example]]",
  "wikilinks-odd":
    "[[]] [[|]] [[#]] [[#^]] [[ ]] [[a|]] [[|b]] [[a||b]] [[[[a]]]] [[a]]]] [[a\n]] [[__proto__]] [[constructor]] ![[__proto__]]",
  embeds:
    '![[javascript:PWN]] ![[x.svg]] ![[../../secret.png]] ![[/etc/passwd]] ![[.git/config]] ![[URL]] ![[a.mp4|" onerror="PWN]] ![[a.html]] ![[a.js]]',
  "embed-self":
    "![[hostile-syntax-embed-self]]\n\n![[hostile-syntax-embed-self#x]]\n\n## x\n\n![[#x]]\n\n![[hostile-syntax-embed-loop]]",
  "embed-loop":
    "![[hostile-syntax-embed-self]]\n\n![[hostile-syntax-embed-self]]\n\n![[hostile-syntax-embed-self]]",
  "embed-flood": "![[hostile-syntax-heading-many]]\n\n".repeat(300),
  "remote-images":
    "![x](URL) ![x](//evil.example/x.png) ![x](http://evil.example/x.gif?a=1) ![](https://evil.example/y) [![x](URL)](URL)",
  tables: `| <script>PWN</script> | [x](javascript:PWN) |\n|:--|--:|\n| ${pwn} | [[a|<script>PWN</script>]] |\n| </td></table><script>PWN</script> | \`|\` \\| $a|b$ |`,
  "table-wide": `|${" a |".repeat(300)}\n|${"---|".repeat(300)}\n${`|${" b |".repeat(300)}\n`.repeat(20)}`,
  "callout-titles": `> [!note] ${pwn}\n> body\n\n> [!"onclick=PWN]- x\n> y\n\n> [!__proto__]+ z\n\n> [!<script>PWN</script>]\n> [x](javascript:PWN)\n\n> [!tip]- [x](javascript:PWN) \`</summary><script>PWN</script>\``,
  "entry-fields": `- A (2026-02-12) [bank:: ${pwn}] [source:: "><script>PWN</script>] [agent:: __proto__] [key:: javascript:PWN]\n- B [person:: ../../x]`,
  "entry-fields-odd":
    '- A [importance:: 1e999] [until:: 9999-99-99] [superseded:: ^"><script>PWN</script>] [sensitivity:: <b>] [__proto__:: x] [constructor:: y] [toString:: z]',
  "entry-fields-inline": `- A [x:: ${pwn}] in the [y:: javascript:PWN] middle [[a::b]] [a::[b::[c::d]]] of it`,
  "entry-tags":
    '- A #<script>PWN</script> #"onclick="PWN #../../x #a/../../b #javascript:PWN #__proto__ #constructor #page-2 #💥 #a//b #-/- (2026-02-12) #protected',
  "entry-dates":
    '- A (2026-02-30)\n- B (0000-00-00)\n- C (9999-12-31)\n- D (2026-02-12" onclick="PWN)\n- E (<script>PWN</script>)',
  "entry-block-ids":
    '- A ^__proto__\n- B ^constructor\n- C ^a"onclick=PWN\n- D ^../../x\n- E ^same\n- F ^same\n- G ^location',
  "entry-starts":
    "- <script>PWN</script>\n- \\<script>PWN</script>\n- [ ] <script>PWN</script>\n- [x](javascript:PWN)\n- <!-- \n- ```js\n- > <script>PWN</script>\n- # <script>PWN</script>\n- | a | b |",
  "entry-nested": `- A (2026-02-12)\n\n  <script>PWN</script>\n\n  - [x](javascript:PWN)\n    - ${pwn}\n\n      > ${pwn}\n`,
  "entry-superseded": `- ~~${pwn}~~ (2026-01-03) [superseded:: ^x1]\n- ${pwn} (2026-02-12) ^x1\n- ~~[x](javascript:PWN)~~ [superseded:: ^x2] ^x2`,
  comments: `%%${pwn}%% %% <script>PWN</script>\n\n%%\n\n<script>PWN</script>\n\n%%\n\n%%<!-- %% -->`,
  highlights: `==${pwn}== ==[x](javascript:PWN)== ==<script>==PWN==</script>==`,
  "unbalanced-marks": '**a *b ==c ~~d `e [[f ![[g $h %%i <j (k "l [m](n [o][p [^q',
  "link-nesting":
    "[a [b](URL) c](javascript:PWN) [a ![b](javascript:PWN) [[c]] #d https://evil.example c](URL)",
  "list-start": "99999999999. a\n999999999) <script>PWN</script>\n-1. b\n0. c",
  "setext-frontmatter": "<script>PWN</script>\n---\ntitle: x\n---\n<script>PWN</script>\n===",
  "task-states":
    "- [x] [x](javascript:PWN)\n- [ ]\n- [X]<script>PWN</script>\n  - [ ] <input onfocus=PWN>\n- [-] a\n- [<script>] b",
};
