const script = "</title></script><script>PWN</script><img src=x onerror=PWN>";
const front = (yaml: string): string =>
  `---\n${yaml}\n---\n\n# Hostile\n\n- An entry (2026-02-12)\n`;

/** Whole files whose frontmatter is the trick; `PWN` and `URL` as in html.ts. */
export const frontmatter: Readonly<Record<string, string>> = {
  title: front(`title: '${script}'`),
  "title-quotes": front('title: \'" autofocus onfocus="PWN" x="\''),
  "title-newlines": front("title: |\n  a\n  <script>PWN</script>\n  b"),
  "title-array": front("title: [<script>PWN</script>, b]"),
  "title-object": front("title: { toString: PWN, __html: '<script>PWN</script>' }"),
  "title-null": front("title: null"),
  "title-number": front("title: 0x7fffffffffffffffff"),
  "title-empty": front("title: ''"),
  "title-bidi": front('title: "\u202egnp.exe"'),
  "title-long": front(`title: ${"x".repeat(100_000)}`),
  summary: front(`summary: '${script}'`),
  aliases: front(`aliases: ['${script}', '../../x', 'topics', '', '.', '..', '/', 'con']`),
  surrogates: front(
    'title: "\\ud800x"\naliases: ["\\udfffx"]\ntags: ["\\ud800x"]\nsummary: "\\ud800"\nauthor: "\\ud800x"',
  ),
  "aliases-shadow": front("aliases: [index, search, '404', feed.xml, pagefind, assets]"),
  tags: front(
    "tags: ['../../x', '/etc/passwd', 'javascript:PWN', '<script>PWN</script>', '..', '.', '', 'page-2', 'a/../b']",
  ),
  "tags-object": front("tags: { a: 1, __proto__: { x: 1 } }"),
  bank: front(`bank: '${script}'`),
  "bank-climb": front("bank: ../../../x"),
  "bank-proto": front("bank: __proto__"),
  dates: front("created: 2026-02-30\nupdated: not-a-date"),
  "dates-script": front("created: '<script>PWN</script>'\nupdated: 9999999-01-01"),
  permalink: front("permalink: /../../evil\nslug: ../../evil\nurl: URL"),
  slug: front("slug: _astro/x\nid: __proto__\nlayout: ../../../../etc/passwd"),
  head: front(
    'head:\n  - tag: script\n    content: PWN\n  - tag: meta\n    attrs: { http-equiv: refresh, content: "0;url=URL" }',
  ),
  hero: front(
    "hero: { actions: [{ link: 'javascript:PWN' }] }\neditUrl: javascript:PWN\nbanner: { content: '<script>PWN</script>' }",
  ),
  redirect: front(
    "redirect_to: URL\nrefresh: URL\ncanonical: URL\nimage: URL\ncssclasses: [x onload=PWN]",
  ),
  language: front("lang: '\"><script>PWN</script>'\ndir: '\" onload=PWN'"),
  proto: front("__proto__: { isPublic: true }\nconstructor: { prototype: { x: 1 } }"),
  laughs: front(
    `a: &a [x,x,x,x,x,x,x,x,x]\n${"bcdefghi"
      .split("")
      .map((name, i) => `${name}: &${name} [${Array(9).fill(`*${"abcdefgh"[i]}`).join(",")}]`)
      .join("\n")}\ntitle: *i`,
  ),
  "anchor-cycle": front("a: &a\n  b: *a\ntitle: *a"),
  "yaml-tag-js": front("title: !!js/function 'function(){ PWN }'\nx: !!js/undefined ''"),
  "yaml-tag-python": front("title: !!python/object/apply:os.system ['id']"),
  "yaml-merge": front("base: &b { title: '<script>PWN</script>' }\n<<: *b"),
  "yaml-duplicate": front("title: a\ntitle: b"),
  "yaml-broken": front("title: [unclosed\n  x: - {"),
  "yaml-tabs": front("title:\t<script>PWN</script>\n\tx: y"),
  "yaml-deep": front(`title: ${"[".repeat(5000)}${"]".repeat(5000)}`),
  "yaml-large": front(`x: "${"y".repeat(8_000_000)}"\ntitle: large`),
  "yaml-many-keys": front(Array.from({ length: 50_000 }, (_, i) => `k${i}: v`).join("\n")),
  "yaml-document": "---\ntitle: a\n---\n---\ntitle: <script>PWN</script>\n---\n\n- x\n",
  "yaml-unclosed": "---\ntitle: <script>PWN</script>\n\n- x\n",
  "engine-js": "---js\n{ title: (PWN) }\n---\n\n- x\n",
  "engine-javascript": "---javascript\nmodule.exports = PWN\n---\n\n- x\n",
  "engine-json": '---json\n{"title":"<script>PWN</script>","__proto__":{"x":1}}\n---\n\n- x\n',
  "engine-coffee": "---coffee\ntitle: PWN\n---\n\n- x\n",
  bom: "\ufeff---\ntitle: <script>PWN</script>\n---\n\n- x\n",
  nul: "---\ntitle: a\0b\n---\n\n- x\0y <script>PWN</script>\n",
};
