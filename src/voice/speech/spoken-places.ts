import type { SpokenWords } from "../../language/types/phrases.ts";

/** Shortens URLs to their host and file paths to a name, which is all a listener needs. */
export function speakPlaces(text: string, words: SpokenWords): string {
  return text.replace(/\S+/g, (token) =>
    token.length > longestPlace || !/[/.]/.test(token) ? token : speakPlace(token, words),
  );
}

/** Longer tokens are not treated as addresses. */
const longestPlace = 300;

function speakPlace(token: string, words: SpokenWords): string {
  const [, file = "", after = ""] = /^\(([^()]+)\)([.,;:!?]?)$/.exec(token) ?? [];
  if (file !== "" && fileName(file) !== undefined) return after;
  const named = token.replace(address, (found) => {
    const [url = ""] = /^.*[^.,;:!?…]/s.exec(found) ?? [];
    return speakAddress(url, words) + found.slice(url.length);
  });
  if (named !== token) return named;
  const [, before = "", place = "", rest = ""] =
    /^([("'“«[]*)(.*?)([)"'”»\]]*[.,;!?]?[)"'”»\]]*)$/s.exec(token) ?? [];
  const name = fileName(place);
  return name === undefined ? token : before + name + rest;
}

const rest = /(?:[^\s<>"'`()\]}»”]|\([^\s()]{0,100}\))+/.source;
const address = new RegExp(
  `(?:https?|ftps?|wss?|tcp|file|obsidian)://${rest}|(?<![\\w.@/-])www\\.[\\w-]{1,63}\\.${rest}|mailto:${rest}`,
  "gi",
);

function speakAddress(url: string, words: SpokenWords): string {
  if (/^mailto:/i.test(url)) return url.slice("mailto:".length).replace(/\?.*$/s, "");
  const parsed = URL.parse(/^www\./i.test(url) ? `http://${url}` : url);
  const host = parsed?.hostname.replace(/^www\./, "") ?? "";
  // Punycode and overlong hosts can't be read aloud.
  if (host === "" || host.length > 60 || /(?:^|\.)xn--|[^\w.-]/.test(host)) return words.someLink;
  return host;
}

/** Returns the words in the name of a Markdown file, the bare name of another file, or undefined for no file. */
function fileName(place: string): string | undefined {
  const [path = ""] = place.split(/:\d+(?:[:-]\d+)?$/);
  if (!/^[\p{L}\p{N}\p{M}_.@~/+-]+$/u.test(path)) return undefined;
  const name = path.slice(path.lastIndexOf("/") + 1);
  const [, stem, ending = ""] = /^(.+)\.([a-z][a-z0-9]{0,5})$/i.exec(name) ?? [];
  const isNote = /^(?:md|markdown)$/i.test(ending);
  if (stem !== undefined && isNote) return stem.replace(/[-_]+/g, " ");
  const isPath = path !== place ? stem !== undefined : /^(?:\/|\.{1,2}\/|~\/)/.test(path);
  return isPath || (path.includes("/") && stem !== undefined) ? name : undefined;
}
