import type { Day, DigestView } from "../../../site/build/day-view.ts";
import type { DocumentLine, Frame, Pages, YearView } from "../../../site/build/page.ts";
import type { EntryView, LabelledLink } from "../../../site/markdown/document-view.ts";

/** The frame of a site with everything in it. */
export const frame: Frame = {
  base: "/notes/",
  url: "/notes/",
  language: "en",
  direction: "ltr",
  siteTitle: "Ana’s memory",
  isPublic: false,
  isServed: true,
  isLive: false,
  hasSearch: true,
  today: "2026-02-14",
  sections: ["topics", "people", "agents", "banks", "tags", "timeline", "graph", "archive"],
};

/** A title that would end its element, run a script and turn the text round, if it were let. */
export const hostile = `</title><script>alert("1")</script> & "quotes" \u202e`;

export const link = (label: string, path: string): LabelledLink => ({
  label,
  href: `/notes/${path}`,
});

/** A memory about rice; what a test needs otherwise is given. */
export function anEntry(changes: Partial<EntryView> = {}): EntryView {
  const anchor = changes.anchor ?? "e-1a2b3c4d5e6f";
  return {
    anchor,
    href: `/notes/topics/cooking/#${anchor}`,
    html: "Prefers bomba rice for paella",
    nested: "",
    date: "2026-02-12",
    bank: undefined,
    tags: [],
    person: undefined,
    agent: undefined,
    source: undefined,
    importance: undefined,
    until: undefined,
    isProtected: false,
    task: undefined,
    isSuperseded: false,
    supersededBy: undefined,
    supersedes: undefined,
    fields: [],
    editHref: undefined,
    document: link("Cooking", "topics/cooking/"),
    ...changes,
  };
}

/** Memories that show everything an entry can. */
export const entries: readonly EntryView[] = [
  anEntry(),
  anEntry({
    anchor: "e-2",
    html: `Uses homemade chicken broth, never stock cubes; see <a href="/notes/topics/cooking-rice/">Cooking rice</a>`,
    tags: [link("preference", "tags/preference/"), link("food", "tags/food/")],
    source: link("conversation", "timeline/2026-02/#s-01JK"),
  }),
  anEntry({
    anchor: "e-3",
    date: "2026-02-10",
    html: "Allergic to shellfish: no prawns in the broth, <em>ever</em>",
    bank: link("Health", "banks/health/"),
    isProtected: true,
    importance: 0.95,
    supersedes: link("May eat a few prawns", "topics/cooking/#e-4"),
  }),
  anEntry({
    anchor: "e-4",
    date: "2026-01-28",
    html: "May eat a few prawns if they are well done",
    isSuperseded: true,
    supersededBy: link("Allergic to shellfish: no prawns in the broth", "topics/cooking/#e-3"),
  }),
  anEntry({
    anchor: "e-5",
    date: "2026-01-28",
    html: "The oven runs 20 °C hot",
    isSuperseded: true,
  }),
  anEntry({
    anchor: "e-6",
    date: "2025-12-24",
    html: "تحب سلمى الشاي بالنعناع الأخضر، مصبوبًا من علٍ",
    person: link("Ana", "people/ana/"),
    agent: link("Rostro", "agents/rostro/"),
    fields: [{ key: "heard_in", value: "المطبخ" }],
    until: "2026-06-24",
    editHref: "vscode://file/vault/topics/cooking.md:12",
  }),
  anEntry({
    anchor: "e-7",
    date: undefined,
    task: "open",
    html: `Buy saffron at <a href="https://example.org/a/very/long/address/that/has/no/spaces/at/all/and/goes/on/and/on.html" rel="noreferrer noopener">example.org/a/very/long/address/that/has/no/spaces/at/all/and/goes/on/and/on</a>`,
    nested: "<ul><li>threads, not powder</li><li>one gram is enough for a year</li></ul>",
  }),
  anEntry({
    anchor: "e-8",
    date: undefined,
    task: "done",
    html: "Sharpen the <code>santoku</code> knife",
  }),
  anEntry({
    anchor: "e-9",
    date: "2025-11-02",
    html: "米はボンバ米が一番。水は米の三倍、強火で十分、弱火で八分。",
    bank: link("Interests", "banks/interests/"),
  }),
];

export const lines: readonly DocumentLine[] = [
  ["Cooking", "topics/cooking/", "Rice, broth and what nobody may eat", 24, "2026-02-12", ""],
  ["Band", "topics/band/", "The band: rehearsals, set list, the next concert", 9, "2026-02-11", ""],
  ["旅行 日本", "topics/旅行-日本/", "Kyoto in November, and the trains", 17, "2026-02-09", ""],
  ["Neighbours", "topics/neighbours/", "", 1, "2026-01-30", "people/ana"],
  ["العربية مع سلمى", "topics/arabic/", "كلمات تعلمناها على الدرج مع الشاي", 7, "2026-01-12", ""],
  ["Bread", "topics/bread/", "Rye, mostly; the starter is called Olga", 12, undefined, ""],
].map(([title, path, summary, count, updated, scope]) => ({
  title: String(title),
  href: encodeURI(`/notes/${path}`),
  summary: String(summary),
  entries: Number(count),
  updated: updated === undefined ? undefined : String(updated),
  scope: String(scope),
}));

const digest: DigestView = {
  id: "s-01JKXW",
  time: "14:30",
  topic: link("Cooking", "topics/cooking/"),
  summary: "Rice recipes and oven timing.",
  byHand: false,
  agent: link("Rostro", "agents/rostro/"),
  person: link("Ana", "people/ana/"),
  modes: ["voice", "text"],
  languages: ["es", "en"],
  lines: [
    {
      type: "learned",
      html: "Prefers bomba rice for paella",
      was: undefined,
      said: "we always use bomba rice at home",
      reason: undefined,
      document: link("Cooking", "topics/cooking/"),
    },
    {
      type: "replaced",
      html: "Lives in Reus",
      was: "Lives in Tarragona",
      said: "no, I live in Reus now",
      reason: undefined,
      document: link("February 2026", "people/ana/general/2026-02/"),
    },
    {
      type: "known",
      html: "Uses homemade broth",
      was: undefined,
      said: undefined,
      reason: undefined,
      document: undefined,
    },
    {
      type: "kept",
      html: "Allergic to shellfish",
      was: undefined,
      said: undefined,
      reason: "It is protected.",
      document: undefined,
    },
  ],
};

const byHand: DigestView = {
  ...digest,
  id: undefined,
  time: "09:05",
  topic: undefined,
  summary: "",
  byHand: true,
  agent: undefined,
  person: undefined,
  modes: [],
  languages: [],
  lines: [
    {
      type: "changed",
      html: "2 entries added",
      was: undefined,
      said: undefined,
      reason: undefined,
      document: link("Band", "topics/band/"),
    },
  ],
};

export const days: readonly Day[] = [
  {
    date: "2026-02-14",
    digests: [],
    entries: [
      anEntry({
        html: "The cat prefers the windowsill since the heating is off",
        document: link("Cat", "topics/cat/"),
      }),
    ],
  },
  { date: "2026-02-12", digests: [digest, byHand], entries: entries.slice(0, 4) },
  { date: "2026-02-09", digests: [], entries: entries.slice(5) },
];

export const onePage: Pages = { number: 1, count: 1, previous: undefined, next: undefined };

/** A year with something on every third day or so. */
export function aYear(year: number): YearView {
  const all = Array.from({ length: 365 }, (_, day) => new Date(Date.UTC(year, 0, 1 + day)));
  const busy = all.filter((_, day) => (day * day) % 11 < 4);
  const month = (at: number): string => `${year}-${String(at + 1).padStart(2, "0")}`;
  return {
    year,
    days: busy.map((date) => {
      const name = date.toISOString().slice(0, 10);
      return {
        date: name,
        count: 1 + ((date.getUTCDate() * 7) % 9),
        href: `/notes/timeline/${name.slice(0, 7)}/#d-${name}`,
      };
    }),
    months: Array.from({ length: 12 }, (_, at) => ({
      label: month(at),
      href: `/notes/timeline/${month(at)}/`,
      count: 12 + ((at * 17) % 40),
    })),
  };
}
