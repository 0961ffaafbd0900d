import type { SearchTexts } from "../i18n/search-strings.ts";
import { filterNames, isFiltered, noFilter, type SearchFilter } from "../search/search-filter.ts";
import { nameIn, type TopicFacet } from "../search/search-record.ts";
import { makeElement } from "./make-element.ts";
import type { SearchIndex } from "./search-index.ts";

export interface SearchFilters {
  readonly element: HTMLDetailsElement;
  read(): SearchFilter;
}

interface FilterContext {
  /** Begins the ids of its lists. */
  readonly id: string;
  readonly index: SearchIndex;
  readonly strings: SearchTexts;
  readonly language: string;
  /** To begin with. */
  readonly filter: SearchFilter;
  readonly onChange: () => void;
}

type Field = HTMLSelectElement | HTMLInputElement;

/** The controls that narrow a search. Their choices are loaded when they are opened. */
export function createSearchFilters(context: FilterContext): SearchFilters {
  const { id, strings, filter, onChange } = context;
  let topics: readonly TopicFacet[] = [];
  const fields: Readonly<Record<keyof SearchFilter, Field>> = {
    bank: makeElement("select", { name: "bank" }),
    topic: makeElement("input", { name: "topic", list: `${id}-topics`, autocomplete: "off" }),
    person: makeElement("select", { name: "person" }),
    tag: makeElement("input", { name: "tag", list: `${id}-tags`, autocomplete: "off" }),
    from: makeElement("select", { name: "from" }),
    to: makeElement("select", { name: "to" }),
  };
  const lists = {
    topics: makeElement("datalist", { id: `${id}-topics` }),
    tags: makeElement("datalist", { id: `${id}-tags` }),
  };
  const clear = makeElement("button", { type: "button" }, strings.clearFilters);
  const element = makeElement(
    "details",
    { class: "search-filters" },
    makeElement("summary", {}, strings.filters),
    makeElement(
      "div",
      {},
      ...(["bank", "topic", "person", "tag", "from", "to"] as const).map((name) =>
        makeElement("label", {}, makeElement("span", {}, strings[name]), fields[name]),
      ),
      clear,
    ),
    ...Object.values(lists),
  );
  const read = (): SearchFilter => ({
    ...valuesOf(fields),
    topic: topicOf(fields.topic.value, topics),
  });
  const show = (values: SearchFilter): void => {
    for (const name of filterNames) fields[name].value = values[name];
    clear.hidden = !isFiltered(values);
  };
  for (const name of filterNames)
    if (fields[name] instanceof HTMLSelectElement)
      fillSelect(fields[name], strings.any, only(filter[name]));
  show(filter);
  const load = once(async () => {
    const [facets, all] = await Promise.all([context.index.facets(), context.index.topics()]);
    const chosen = valuesOf(fields);
    topics = all;
    fillSelect(fields.bank, strings.any, facets.banks);
    fillSelect(fields.person, strings.any, facets.people, (id) => nameIn(facets.names, id));
    for (const name of ["from", "to"] as const)
      fillSelect(fields[name], strings.any, facets.months, monthNames(context.language));
    lists.tags.replaceChildren(...facets.tags.map((tag) => makeElement("option", { value: tag })));
    lists.topics.replaceChildren(
      ...all.map(([, title, owner]) => makeElement("option", { value: title }, owner)),
    );
    show({ ...chosen, topic: titleOf(chosen.topic, all) });
  });
  element.addEventListener("toggle", () => void load().catch(onChange));
  element.addEventListener("change", () => {
    clear.hidden = !isFiltered(valuesOf(fields));
    onChange();
  });
  clear.addEventListener("click", () => {
    show(noFilter);
    element.querySelector("summary")?.focus();
    onChange();
  });
  element.open = isFiltered(filter);
  return { element, read };
}

function valuesOf(fields: Readonly<Record<keyof SearchFilter, Field>>): SearchFilter {
  const value = (name: keyof SearchFilter): string => fields[name].value.trim();
  return {
    ...{ bank: value("bank"), person: value("person"), tag: value("tag").replace(/^#/, "") },
    ...{ topic: value("topic"), from: value("from"), to: value("to") },
  };
}

/** A person writes a title, the index knows addresses. */
function topicOf(text: string, topics: readonly TopicFacet[]): string {
  const written = text.trim().toLowerCase();
  const topic = topics.find(([, title]) => title.toLowerCase() === written);
  return topic?.[0] ?? text.trim();
}

function titleOf(address: string, topics: readonly TopicFacet[]): string {
  return topics.find(([own]) => own === address)?.[1] ?? address;
}

function fillSelect(
  field: Field,
  any: string,
  values: readonly string[],
  nameOf = (value: string): string => value,
): void {
  const chosen = field.value;
  const all = chosen === "" || values.includes(chosen) ? values : [chosen, ...values];
  field.replaceChildren(
    makeElement("option", { value: "" }, any),
    ...all.map((value) => makeElement("option", { value }, nameOf(value))),
  );
  field.value = chosen;
}

/** Names months, which come as `YYYY-MM`. */
function monthNames(language: string): (month: string) => string {
  const format = new Intl.DateTimeFormat(language, {
    ...{ month: "long", year: "numeric", timeZone: "UTC" },
  });
  return (month) => format.format(new Date(`${month}-01T00:00:00Z`));
}

const only = (value: string): string[] => (value === "" ? [] : [value]);

/** What failed may be tried again. */
function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work().catch((error: unknown) => {
      done = undefined;
      throw error;
    });
    return done;
  };
}
