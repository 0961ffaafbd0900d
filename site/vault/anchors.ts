import { splitLines } from "../../src/vault/split-lines.ts";
import { headingId } from "./heading-id.ts";
import { namedBlocks } from "./named-blocks.ts";
import type { SiteDocument } from "./site-vault.ts";

/** What a link into a document may point at: its headings, and its blocks that have an id. */
export function anchorsOf({
  text,
  topic,
}: Pick<SiteDocument, "text" | "topic">): ReadonlySet<string> {
  const headings = [...topic.entries, ...topic.passages].flatMap((part) => part.headings);
  // Those with nothing below them stand in neither.
  const written = [
    ...text.matchAll(/^[ >]*#{1,6}[ \t]+(.*?)(?:(?<![ \t])[ \t]+#+)?(?:(?<![ \t])[ \t]+)?$/gm),
  ];
  const titles = [...headings, ...written.map(([, title = ""]) => title)];
  // The heading that names the page stands at its top, without an anchor of its own.
  const isPage = titles.filter((title) => title === topic.title).length === 1;
  const own = isPage ? titles.filter((title) => title !== topic.title) : titles;
  const entries = topic.entries.flatMap(({ blockId }) => blockId ?? []);
  const blocks = namedBlocks(splitLines(text)).map(({ id }) => id);
  return new Set([...own.map(headingId), ...[...entries, ...blocks].map((id) => `e-${id}`)]);
}
