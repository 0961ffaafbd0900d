/** What the search says: apart from the other sentences, for it is all of them that the browser gets. */
export interface SearchTexts {
  readonly title: string;
  readonly open: string;
  readonly placeholder: string;
  readonly label: string;
  readonly submit: string;
  readonly close: string;
  readonly loading: string;
  readonly pages: (count: number) => string;
  readonly memories: (count: number) => string;
  /** Of pages, while not all of them have been looked into. */
  readonly atMost: (pages: string) => string;
  readonly none: (query: string) => string;
  readonly hint: string;
  readonly begin: string;
  readonly failed: string;
  readonly needsScript: string;
  readonly more: string;
  readonly all: string;
  readonly filters: string;
  readonly bank: string;
  readonly topic: string;
  readonly person: string;
  readonly tag: string;
  readonly from: string;
  readonly to: string;
  readonly any: string;
  readonly clearFilters: string;
  readonly exact: string;
  readonly archived: string;
  readonly keys: string;
  /** Where no document has all words. */
  readonly some: string;
  readonly superseded: string;
  readonly note: string;
  /** Behind the memories of a document that are shown. */
  readonly left: (count: string) => string;
}
