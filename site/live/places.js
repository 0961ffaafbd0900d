import { make } from "./make.js";

/** Where the site is served, its pages stand beside this one. */
export const isSiteServed = document.querySelectorAll('header a[href="/"]').length > 0;

/** Leads to the page of a file, wherever the site puts it, and there to the memory of an id. */
export const pageOf = (file, id) =>
  `/page-of?file=${encodeURIComponent(file)}${id ? `#e-${encodeURIComponent(id)}` : ""}`;

/** Where a memory stands: a link to its page where there is one. */
export function placeLink({ file, line, id }) {
  const words = line === undefined ? file : `${file}:${line}`;
  if (!isSiteServed) return make("span", "", words);
  const link = make("a", "", words);
  link.href = pageOf(file, id);
  return link;
}
