// Names that people read in place of slugs and paths: titles of notes, and of agents; and links to where a memory stands.

import { make } from "./page.js";

/** Where the site is served, its pages stand beside this one. */
export const isSiteServed = document.querySelector('header a[href="/"]') !== null;

const titlesByFile = new Map();
const agentsById = new Map();

/** Takes the titles of topics as the API lists them. */
export function learnTitles(topics) {
  for (const { file, title } of topics) titlesByFile.set(file, title);
}

/** Takes the names of agents as the API lists them. */
export function learnAgents(agents) {
  for (const { id, name } of agents) agentsById.set(id, name);
}

export const agentName = (id) => agentsById.get(id) ?? id;

/** Title of a note; one that is not known yet is called by its file's name. */
export const titleOf = (file) =>
  titlesByFile.get(file) ?? file.replace(/^.*\/|\.md$/g, "").replaceAll("-", " ");

/** Address of a note's page, wherever the site puts it, and there of the memory with an id. */
export const pageOf = (file, id) =>
  `/page-of?file=${encodeURIComponent(file)}${id ? `#e-${encodeURIComponent(id)}` : ""}`;

/** The title of the note where a memory stands, as a link where there is a page of it. */
export function placeLink({ file, id }) {
  const link = make(isSiteServed ? "a" : "span", "", titleOf(file));
  if (isSiteServed) link.href = pageOf(file, id);
  return link;
}

/** `2026-02-12` as people write it. */
export const dateOf = (date) =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString([], { dateStyle: "medium", timeZone: "UTC" });

/** `text (topic, 2026-02-12, topics/cooking.md:13)`, and `Noted: topics/cooking.md:13`. */
const places =
  /(?<=\((?:.*, )?)(?:[^(),]+, )?(\d{4}-\d\d-\d\d, )?([^(),]+\.md):(\d+)(?=\)$)|(?<= )(\S+\.md):(\d+)(?= \(|$)/gmu;

/** A reply in which places are named by titles; as Markdown, with links to the memories among `hits`. */
export function withTitles(reply, hits, isMarkdown) {
  const named = reply.replace(places, (_, date, ...rest) => {
    const [file, line] = [rest[0] ?? rest[2], rest[1] ?? rest[3]];
    const title = titleOf(file);
    const hit = hits.find((one) => one.file === file && one.line === Number(line));
    const anchor = hit?.id === undefined ? "" : `#e-${hit.id}`;
    const link = `[${title.replace(/[[\]\\]/g, "\\$&")}](</${file}${anchor}>)`;
    const place = isMarkdown && isSiteServed ? link : title;
    return date === undefined ? place : `${place}, ${dateOf(date.slice(0, 10))}`;
  });
  // Else the line after a list would belong to its last item.
  return isMarkdown ? named.replace(/^(- .*)\n(?=[^-\s])/gm, "$1\n\n") : named;
}
