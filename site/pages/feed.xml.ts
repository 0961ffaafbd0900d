import type { APIRoute } from "astro";
import { sha256Hex } from "../../src/vault/sha256.ts";
import { getSite, language, type Memory, title, urlOf } from "../site.ts";
import { plainWords } from "../vault/plain-words.ts";

const maxEntries = 50;

/** The newest memories as an Atom feed. Its links are relative, since a site does not know its host. */
export const GET: APIRoute = async () => {
  const { memories } = await getSite();
  const newest = memories
    .filter(({ date, isSuperseded }) => date && !isSuperseded)
    .slice(0, maxEntries);
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escaped(language)}">`,
    `<title>${escaped(title)}</title>`,
    `<id>${idOf(title)}</id>`,
    `<updated>${newest[0]?.date ?? "1970-01-01"}T00:00:00Z</updated>`,
    `<author><name>${escaped(title)}</name></author>`,
    `<link rel="self" type="application/atom+xml" href="/feed.xml"/>`,
    ...newest.map(entryOf),
    "</feed>",
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "content-type": "application/xml; charset=utf-8" },
  });
};

const entryOf = ({ text, date, anchor, note: { id, data } }: Memory): string =>
  [
    `<entry><title>${escaped(plainWords(text).slice(0, 120).toWellFormed())}</title>`,
    `<id>${idOf(`${data.path}#${anchor}`)}</id>`,
    `<updated>${date}T00:00:00Z</updated>`,
    `<link href="${escaped(`${urlOf(id)}#${anchor}`)}"/>`,
    `<category term="${escaped(data.title)}"/>`,
    `<summary>${escaped(plainWords(text))}</summary></entry>`,
  ].join("\n");

/** Escapes text for XML, and replaces characters that XML forbids. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\t\n\r\u{20}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "\ufffd")
    .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A stable id that does not reveal the words. */
const idOf = (words: string): string => `urn:sha256:${sha256Hex(words.toWellFormed())}`;
