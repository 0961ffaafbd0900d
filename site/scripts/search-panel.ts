import type { SearchTexts } from "../i18n/search-strings.ts";
import { isFiltered, noFilter, parseSearch, stringifySearch } from "../search/search-filter.ts";
import { makeElement } from "./make-element.ts";
import { createSearchFilters } from "./search-filters.ts";
import type { SearchIndex } from "./search-index.ts";
import { createSearchList, type SearchList } from "./search-list.ts";

interface PanelContext {
  readonly index: SearchIndex;
  readonly strings: SearchTexts;
  readonly language: string;
  readonly base: string;
}

/** Brings the form of the dialog or of the search page to life: what is typed is searched, hits are listed below. */
export function startSearchPanel(form: HTMLFormElement, context: PanelContext): void {
  const { index, strings, language } = context;
  const field = form.querySelector("input");
  const root = form.parentElement;
  if (field === null || root === null) return;
  const isPage = form.closest("dialog") === null;
  const start = isPage ? parseSearch(location.search) : { text: "", filter: noFilter };
  const status = makeElement("p", { class: "search-status", role: "status" }, strings.begin);
  let said: (() => string) | undefined;
  const hits = createSearchList({ strings, language, most: isPage ? 8 : 3 }, () => {
    status.textContent = said?.() ?? "";
  });
  const all = makeElement("a", {}, strings.all);
  const foot = makeElement("p", { class: "search-foot" }, all, strings.keys);
  foot.hidden = isPage;
  const filters = createSearchFilters({
    ...{ id: form.id, index, strings, language, filter: start.filter },
    onChange: () => search(),
  });
  const ask = createAsker(context, hits, (say) => {
    said = say;
    status.textContent = say();
  });
  const queryOf = (): string => stringifySearch(field.value, filters.read());
  const search = (): void => {
    const query = queryOf();
    all.href = `${context.base}search/${query}`;
    if (isPage) history.replaceState(history.state, "", `${location.pathname}${query}`);
    void ask(field.value.trim(), filters.read());
  };
  form.append(filters.element);
  root.append(status, hits.list, hits.more, foot);
  if (start.text !== "" && field.value === "") field.value = start.text;
  listen(form, field, { hits, search, queryOf });
  moveByKeys(root, field, hits.list);
  // What was typed while this was being loaded counts too.
  if (isPage || field.value !== "") search();
}

/** A key pressed within so many milliseconds makes the search wait. */
const pause = 150;

interface Searching {
  readonly hits: SearchList;
  readonly search: () => void;
  /** What would be asked now. */
  readonly queryOf: () => string;
}

function listen(form: HTMLFormElement, field: HTMLInputElement, searching: Searching): void {
  const { hits, search, queryOf } = searching;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  field.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(search, pause);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(waiting);
    const isReady = hits.list.dataset.query === queryOf();
    const first = hits.list.querySelector("a");
    if (!isReady || first === null) search();
    else if (form.closest("dialog") === null) first.focus();
    else first.click();
  });
  // A link to the page that the dialog stands on would leave it open.
  hits.list.addEventListener("click", (event) => {
    const isLink = event.target instanceof Element && event.target.closest("a") !== null;
    if (isLink && !event.ctrlKey && !event.metaKey) form.closest("dialog")?.close();
  });
}

type Ask = (text: string, filter: ReturnType<typeof parseSearch>["filter"]) => Promise<void>;

/** Asks the index, and says how it went; an answer that was overtaken is thrown away. */
function createAsker(
  context: PanelContext,
  hits: SearchList,
  say: (words: () => string) => void,
): Ask {
  const { index, strings } = context;
  let turn = 0;
  return async (text, filter) => {
    const own = ++turn;
    const isLate = (): boolean => own !== turn;
    hits.list.setAttribute("aria-busy", "true");
    const slow = setTimeout(() => say(() => strings.loading), 300);
    try {
      const answer = await index.search(text, filter);
      await hits.show(answer, isLate);
      if (isLate()) return;
      hits.list.dataset.query = stringifySearch(text, filter);
      const isAsked = text !== "" || isFiltered(filter);
      say(() => (isAsked ? sayFound(answer, hits, text, strings) : strings.begin));
    } catch {
      if (isLate()) return;
      hits.clear();
      say(() => strings.failed);
    } finally {
      clearTimeout(slow);
      if (!isLate()) hits.list.removeAttribute("aria-busy");
    }
  };
}

function sayFound(
  answer: { readonly count: number; readonly isPartial: boolean },
  hits: SearchList,
  text: string,
  strings: SearchTexts,
): string {
  const { pages, memories } = hits.counts();
  if (pages === 0) return `${strings.none(text)} ${strings.hint}`;
  // Some that Pagefind counts turn out to be none, which is known once they are loaded.
  const count = hits.more.hidden
    ? [strings.pages(pages), ...(memories > 0 ? [strings.memories(memories)] : [])].join(" · ")
    : strings.atMost(strings.pages(answer.count));
  return answer.isPartial ? `${strings.some} ${count}` : count;
}

/** Arrow keys go from the field to the links that were found and through them; Home and End to the first and last. */
function moveByKeys(root: Element, field: HTMLInputElement, list: Element): void {
  root.addEventListener("keydown", (event) => {
    if (!(event instanceof KeyboardEvent) || isModified(event)) return;
    const links = [...list.querySelectorAll("a")];
    const at = event.target instanceof HTMLAnchorElement ? links.indexOf(event.target) : -1;
    const next = at < 0 ? fromField(event, field, links) : fromLink(event.key, at, field, links);
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
    next.scrollIntoView({ block: "nearest" });
  });
}

type Stop = HTMLInputElement | HTMLAnchorElement;

function fromField(
  event: Event,
  field: HTMLInputElement,
  links: readonly Stop[],
): Stop | undefined {
  const isDown = event instanceof KeyboardEvent && event.key === "ArrowDown";
  return isDown && event.target === field ? links[0] : undefined;
}

function fromLink(
  key: string,
  at: number,
  field: HTMLInputElement,
  links: readonly Stop[],
): Stop | undefined {
  if (key === "ArrowDown") return links[Math.min(at + 1, links.length - 1)];
  if (key === "ArrowUp") return at === 0 ? field : links[at - 1];
  if (key === "Home") return links[0];
  if (key === "End") return links.at(-1);
  return undefined;
}

function isModified(event: KeyboardEvent): boolean {
  return event.isComposing || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
}
