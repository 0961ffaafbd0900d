import { searchStringsFor } from "../i18n/search-strings.ts";
import sheet from "../styles/search-hits.css?url";
import { makeElement } from "./make-element.ts";
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
document.head.append(makeElement("link", { rel: "stylesheet", href: `${base}${sheet.slice(1)}` }));
if (form !== null) startSearchPanel(form, { index, strings, language: lang, base });
