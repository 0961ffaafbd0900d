import { searchStringsFor } from "../i18n/search-strings.ts";
import { openSearchIndex } from "./search-index.ts";
import { startSearchPanel } from "./search-panel.ts";

/** Loaded when a search is opened for the first time: brings the dialog, and the search page, to life. */
const { lang } = document.documentElement;
const strings = searchStringsFor(lang);
// The search page needs no dialog; a page that was not found has a field of its own besides.
const root =
  document.querySelector("[data-search-page]") ?? document.querySelector("#search-dialog");
const form = root?.querySelector<HTMLFormElement>("form[data-search-base]") ?? null;
const base = form?.dataset.searchBase ?? "/";
const index = openSearchIndex(base);
if (form !== null) startSearchPanel(form, { index, strings, language: lang, base });
