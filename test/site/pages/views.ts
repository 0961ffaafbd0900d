import type { DocumentPageView, PageView } from "../../../site/build/page.ts";
import { anEntry, aYear, days, entries, hostile, lines, link, onePage } from "./fixtures.ts";

const prose = `<h2 id="h-paella">Paella for eight</h2>
<p>Sofrito first: <strong>onion, tomato, time</strong>. The rice goes in dry, and is <mark>never</mark> stirred again. Ana’s grandmother, from <a href="/notes/topics/valencia/">Valencia</a>, says that the <a href="https://example.org/socarrat" rel="noreferrer noopener">socarrat</a> is the whole point<sup><a href="#fn-1" id="fnref-1">1</a></sup>.</p>
<blockquote><p>Rice is patient. You are not.</p></blockquote>
<h3 id="h-amounts">Amounts</h3>
<table><thead><tr><th>For</th><th>Rice</th><th>Broth</th></tr></thead><tbody><tr><td>2</td><td>200 g</td><td>600 ml</td></tr><tr><td>8</td><td>800 g</td><td>2.4 l</td></tr></tbody></table>
<pre tabindex="0"><code>while (broth.isLeft) wait(minutes(1)); // and do not stir, whatever the others at the table may say</code></pre>
<h2 id="h-oven">The oven</h2>
<p>It runs 20 °C hot, so everything that a book says is <del>right</del> wrong. Press <kbd>Fan</kbd> twice.</p>`;

export const documentPage: DocumentPageView = {
  type: "document",
  title: "Cooking",
  language: "en",
  direction: "ltr",
  breadcrumbs: [link("Home", ""), link("Topics", "topics/")],
  tree: [],
  summary: "Rice, broth, the oven, and what nobody at this table may eat",
  aliases: ["kitchen", "cuina"],
  bank: link("Personal", "banks/personal/"),
  tags: [link("food", "tags/food/"), link("home", "tags/home/")],
  created: "2025-11-02",
  updated: "2026-02-12",
  entryCount: 9,
  isArchived: false,
  properties: [],
  view: {
    blocks: [
      {
        type: "entries",
        isOrdered: false,
        items: entries.map((entry) => ({ type: "entry", entry })),
      },
      { type: "prose", html: prose },
      {
        type: "entries",
        isOrdered: true,
        items: [
          {
            type: "entry",
            entry: anEntry({ anchor: "e-20", html: "Turn it on twenty minutes early" }),
          },
          { type: "item", html: "<blockquote><p>No memory, but an item</p></blockquote>" },
        ],
      },
    ],
    headings: [
      { depth: 2, text: "Paella for eight", id: "h-paella" },
      { depth: 3, text: "Amounts", id: "h-amounts" },
      { depth: 2, text: "The oven", id: "h-oven" },
    ],
    faults: [],
  },
  links: [link("Cooking rice", "topics/cooking-rice/"), link("Valencia", "topics/valencia/")],
  brokenLinks: ["Grandmother’s notebook"],
  backlinks: [
    {
      document: link("Bread", "topics/bread/"),
      lines: [
        {
          html: `The oven of <a href="/notes/topics/cooking/">Cooking</a> is no help here`,
          href: "/notes/topics/bread/#e-1",
        },
      ],
      more: 2,
    },
  ],
  moreBacklinks: 3,
  neighbours: {
    more: 5,
    nodes: [
      { label: "Cooking rice", href: "/notes/topics/cooking-rice/", x: 50, y: 10 },
      { label: "Bread", href: "/notes/topics/bread/", x: 88, y: 38 },
      { label: "Valencia and its rice fields", href: "/notes/topics/valencia/", x: 74, y: 82 },
      { label: "Neighbours", href: "/notes/topics/neighbours/", x: 26, y: 82 },
      { label: "العربية مع سلمى", href: "/notes/topics/arabic/", x: 12, y: 38 },
    ],
  },
  history: { href: "/notes/topics/cooking/history/", count: 14 },
  editHref: "vscode://file/vault/topics/cooking.md",
  file: "topics/cooking.md",
};

const counted = (names: readonly string[], place: string) =>
  names.map((name, at) => ({
    ...{ label: name, href: `/notes/${place}/${name}/` },
    count: 3 + ((at * 13) % 40),
  }));

const banks = counted(
  ["Personal", "Work", "General", "Relationships", "Health", "Interests", "Events"],
  "banks",
);
const tags = counted(
  ["food", "music", "languages", "outdoors", "preference", "travel/japan", "home"],
  "tags",
);
const people = counted(["Ana", "Ben", "سلمى"], "people");

/** One page of every type; more than one where a type has kinds. */
export const views: Readonly<Record<string, PageView>> = {
  home: {
    type: "home",
    counts: { documents: 86, entries: 1204 },
    ...{ note: undefined, folders: [] },
    recent: lines.map((line, at) => ({
      ...line,
      time: `2026-02-${String(14 - at * 2).padStart(2, "0")}T10:00:00`,
    })),
    week: days,
    weekHref: "/notes/week/",
    year: aYear(2026),
    banks,
    tags,
    people,
  },
  empty: {
    type: "home",
    counts: { documents: 0, entries: 0 },
    ...{ note: undefined, folders: [] },
    recent: [],
    week: [],
    weekHref: "",
    year: { year: 2026, days: [], months: [] },
    banks: [],
    tags: [],
    people: [],
  },
  "home with a note": {
    ...{ type: "home", counts: { documents: 86, entries: 0 }, recent: [], week: [], weekHref: "" },
    note: {
      ...{ title: "Start here", summary: "Where to look", href: "/notes/notes/home/" },
      ...{ language: "en", direction: "ltr", view: documentPage.view },
    },
    folders: counted(["Work", "Area 9"], "notes"),
    year: { year: 2026, days: [], months: [] },
    ...{ banks: [], tags, people: [] },
  },
  document: documentPage,
  "in folders": {
    ...documentPage,
    ...{ bank: undefined, entryCount: 0 },
    properties: [{ name: "author", values: ['<a href="/notes/people/ana/">Ana</a>', "Ben"] }],
    tree: [
      { label: "Area", href: "/notes/notes/#g-1", items: undefined },
      {
        ...{ label: "Work", href: "/notes/notes/#g-2" },
        items: [
          { label: "Plan", href: "/notes/notes/work/plan/", isCurrent: false },
          { label: "Cooking", href: "/notes/topics/cooking/", isCurrent: true },
        ],
      },
    ],
  },
  hostile: { ...documentPage, title: hostile, summary: hostile, aliases: [hostile], file: hostile },
  bare: {
    ...documentPage,
    title: "A note with nothing but a fault",
    summary: "",
    aliases: [],
    tags: [],
    links: [],
    brokenLinks: [],
    backlinks: [],
    moreBacklinks: 0,
    neighbours: undefined,
    history: undefined,
    editHref: undefined,
    isArchived: true,
    view: {
      blocks: [{ type: "prose", html: "<pre>x</pre>" }],
      headings: [],
      faults: ["Shown as plain text: it could not be laid out."],
    },
  },
  arabic: {
    ...documentPage,
    title: "العربية مع سلمى",
    language: "ar",
    direction: "rtl",
    summary: "كلمات تعلمناها على الدرج مع الشاي",
    view: {
      ...documentPage.view,
      blocks: [
        {
          type: "entries",
          isOrdered: false,
          items: [entries[5], entries[0]].flatMap((entry) =>
            entry ? [{ type: "entry", entry }] : [],
          ),
        },
        {
          type: "prose",
          html: `<h2 id="h-a">كيف نكتب</h2><p>تكتب جوليا من اليمين إلى اليسار دون تفكير؛ أما بن فيلطّخ الورق. أول جملة كاملة كتبتها وحدها:</p><blockquote><p>القطة سوداء والبيت كبير.</p></blockquote>`,
        },
      ],
    },
  },
  history: {
    type: "history",
    title: "Cooking",
    document: link("Cooking", "topics/cooking/"),
    notes: ["older"],
    changes: [
      {
        time: "2026-02-12T14:31:00Z",
        subject: "digest: rice recipes and oven timing",
        author: "Ana",
        device: "kitchen-board",
        agent: "rostro",
        added: ["Prefers bomba rice for paella"],
        removed: ["Prefers any short rice"],
        isNotesChanged: false,
      },
      {
        time: "2026-01-28T08:00:00Z",
        subject: "edit by hand",
        author: "Ana",
        device: undefined,
        agent: undefined,
        added: [],
        removed: [],
        isNotesChanged: true,
      },
    ],
  },
  group: {
    type: "group",
    kind: "tag",
    name: "food",
    profile: undefined,
    documents: lines,
    entries,
    entryCount: 9,
    pages: { number: 2, count: 3, previous: "/notes/tags/food/", next: "/notes/tags/food/page-3/" },
    related: tags,
  },
  person: {
    type: "group",
    kind: "person",
    name: "Ana",
    profile: link("Profile", "people/ana/profile/"),
    documents: lines.slice(0, 2),
    entries: entries.slice(0, 4),
    entryCount: 4,
    pages: onePage,
    related: people,
  },
  bank: {
    ...{ type: "group", kind: "bank", name: "Health", profile: undefined, documents: [] },
    ...{ entries, entryCount: 9, pages: onePage, related: banks },
  },
  days: { type: "days", kind: "month", name: "2026-02", days, entryCount: 9, pages: onePage },
  week: { type: "days", kind: "week", name: "2026-02-14", days: [], entryCount: 0, pages: onePage },
  timeline: { type: "timeline", years: [aYear(2026), aYear(2025)], undated: 12 },
  documents: {
    type: "documents",
    kind: "topics",
    groups: ["A", "B", "C", "ع"].map((name) => ({
      id: `g-${name}`,
      ...{ name, isLetter: true, documents: lines },
    })),
    pages: onePage,
  },
  names: { type: "names", kind: "banks", names: banks },
  tags: { type: "names", kind: "tags", names: tags },
  graph: {
    type: "graph",
    dataHref: "/notes/graph.json",
    nodes: 86,
    edges: 214,
    loose: { count: 4, links: [link("Alone", "topics/alone/")] },
    hubs: lines.map((line) => ({
      ...line,
      links: lines.map(({ title, href }) => ({ label: title, href })),
      more: 4,
    })),
  },
  search: { type: "search" },
  problems: {
    type: "problems",
    problems: [
      {
        file: "topics/cooking.md",
        line: 12,
        message: `Cannot find "Grandmother’s notebook": no document has this name`,
        document: link("Cooking", "topics/cooking/"),
      },
      {
        file: "topics/bread.md",
        line: 2,
        message: "Cannot read the frontmatter: a quote is left open",
        document: undefined,
      },
    ],
  },
  "not-found": { type: "not-found" },
};
