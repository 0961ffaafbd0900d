import { exactTitleKey, queryUnits, unitKeys } from "../search/query-units.ts";
import { type Hit, type Question, rankHit } from "../search/rank-hit.ts";
import { documentFilter, isFiltered, type SearchFilter } from "../search/search-filter.ts";
import {
  parseDocument,
  parseFacets,
  parsePiece,
  parseTopics,
  type SearchFacets,
  type TopicFacet,
} from "../search/search-record.ts";

/** The index of the site, as far as it was needed. */
export interface SearchIndex {
  facets(): Promise<SearchFacets>;
  topics(): Promise<readonly TopicFacet[]>;
  /** Throws where the index cannot be loaded. */
  search(text: string, filter: SearchFilter): Promise<Answer>;
}

export interface Answer {
  /** Documents that Pagefind found. */
  readonly count: number;
  /** Where no document has all words, those with some. */
  readonly isPartial: boolean;
  /** The document of exactly that title, before all others. */
  readonly exact: readonly Hit[];
  /** Best first; each call returns so many more, none at the end. */
  next(count: number): Promise<readonly Hit[]>;
  /** Whether `next` has no more to give. */
  isDone(): boolean;
}

/** Opens the index of a site below `base`; nothing is loaded before the first question. */
export function openSearchIndex(base: string): SearchIndex {
  const folder = new URL(`${base}pagefind/`, location.origin).href;
  const load = async (name: string): Promise<unknown> => {
    const response = await fetch(`${folder}${name}`, { cache: "no-cache" });
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    return response.json();
  };
  let facets: Promise<SearchFacets> | undefined;
  let topics: Promise<readonly TopicFacet[]> | undefined;
  let opened: { entry: string; checked: number; pagefind: Pagefind } | undefined;

  const open = async (): Promise<Pagefind> => {
    if (opened !== undefined && Date.now() - opened.checked < fresh) return opened.pagefind;
    const entry = JSON.stringify(await load("pagefind-entry.json"));
    if (opened?.entry !== entry) {
      await opened?.pagefind.destroy();
      facets = undefined;
      topics = undefined;
      opened = { entry, checked: 0, pagefind: await createPagefind(folder) };
    }
    opened.checked = Date.now();
    return opened.pagefind;
  };
  const loadFacets = (): Promise<SearchFacets> => {
    facets ??= load("facets.json").then(parseFacets);
    return facets;
  };
  return {
    facets: loadFacets,
    topics() {
      topics ??= load("topics.json").then(parseTopics);
      return topics;
    },
    async search(text, filter) {
      const question = { units: queryUnits(text), filter };
      const find = async (pagefind: Pagefind): Promise<Answer> => {
        const isDated = filter.from !== "" || filter.to !== "";
        const months = isDated ? (await loadFacets()).months : [];
        return ask(pagefind, question, documentFilter(filter, months), text);
      };
      return open()
        .then(find)
        .catch(() => {
          // Its files may have gone for those of a newer index.
          opened = undefined;
          return open().then(find);
        });
    },
  };
}

/** After so many milliseconds the index may have been made again. */
const fresh = 2_000;

async function createPagefind(folder: string): Promise<Pagefind> {
  const module: PagefindModule = await import(/* @vite-ignore */ `${folder}pagefind.js`);
  return module.createInstance({
    basePath: folder,
    ranking: { metaWeights: { title: 6, alias: 5 }, pageLength: 0.5, diacriticSimilarity: 0 },
  });
}

type Filters = ReturnType<typeof documentFilter>;

async function ask(
  pagefind: Pagefind,
  question: Question,
  filters: Filters,
  text: string,
): Promise<Answer> {
  const keys = [...new Set(question.units.flatMap(unitKeys))].slice(0, 40);
  if (keys.length === 0 && !isFiltered(question.filter)) return emptyAnswer;
  if (keys.length === 0) {
    const all = await pagefind.search(null, { filters, sort: { updated: "desc" } });
    return answerOf(question, all.results, false, []);
  }
  // Words that begin with the last one may go on in the next part of the index, which Pagefind would not load.
  await pagefind.preload(`${keys.at(-1)}\u{10ffff}`);
  const title = exactTitleKey(text);
  const [found, exact] = await Promise.all([
    pagefind.search(keys.join(" "), { filters }),
    title === undefined ? undefined : pagefind.search(`"${title}"`, { filters }),
  ]);
  const first = exact?.results.slice(0, 3) ?? [];
  if (found.results.length > 0 || question.units.length < 2)
    return answerOf(question, found.results, false, first);
  return answerOf(question, await anyOf(pagefind, question, filters), true, first);
}

const emptyAnswer: Answer = {
  ...{ count: 0, isPartial: false, exact: [] },
  next: async () => [],
  isDone: () => true,
};

/** Documents with some of the words: those with most of them first. */
async function anyOf(
  pagefind: Pagefind,
  { units }: Question,
  filters: Filters,
): Promise<PagefindResult[]> {
  const worth = new Map<string, { result: PagefindResult; score: number }>();
  for (const unit of units.slice(0, 8)) {
    const { results } = await pagefind.search(unitKeys(unit).join(" "), { filters });
    for (const result of results) {
      const score = (worth.get(result.id)?.score ?? 0) + 1000 + result.score;
      worth.set(result.id, { result, score });
    }
  }
  return [...worth.values()].sort((a, b) => b.score - a.score).map(({ result }) => result);
}

async function answerOf(
  question: Question,
  results: readonly PagefindResult[],
  isPartial: boolean,
  first: readonly PagefindResult[],
): Promise<Answer> {
  const exact = await hitsOf(question, first);
  const ids = new Set(first.map(({ id }) => id));
  const rest = results.filter(({ id }) => !ids.has(id));
  let at = 0;
  return {
    count: rest.length + exact.length,
    isPartial,
    exact,
    async next(count) {
      while (at < rest.length) {
        const some = rest.slice(at, at + count);
        at += count;
        const hits = await hitsOf(question, some);
        if (hits.length > 0) return hits.sort(byWorth);
      }
      return [];
    },
    isDone: () => at >= rest.length,
  };
}

/** As Pagefind has them, but for those that it finds by letters that do not stand together, and for the archive. */
function byWorth(a: Hit, b: Hit): number {
  const { isArchived } = a.document;
  return b.matched - a.matched || Number(isArchived) - Number(b.document.isArchived);
}

async function hitsOf(question: Question, results: readonly PagefindResult[]): Promise<Hit[]> {
  const pages = await Promise.all(results.map((result) => result.data()));
  return pages.flatMap(({ anchors }) => {
    const [first, ...pieces] = anchors;
    const document = parseDocument(first?.title ?? "");
    const records = pieces.map(({ title }) => parsePiece(title ?? "", document.bank));
    return rankHit(question, document, records) ?? [];
  });
}

/** Of pagefind.js, what is used here. */
interface PagefindModule {
  createInstance(options: object): Pagefind;
}

interface Pagefind {
  search(text: string | null, options: object): Promise<{ results: PagefindResult[] }>;
  preload(text: string): Promise<void>;
  destroy(): Promise<void>;
}

interface PagefindResult {
  readonly id: string;
  readonly score: number;
  data(): Promise<{ anchors: readonly { readonly title?: string }[] }>;
}
