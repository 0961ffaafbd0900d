import { headingId } from "../markdown/heading-id.ts";
import type { SiteDocument } from "../vault/site-vault.ts";

/** What a link into a document may point at: its headings, and entries that have a block id. */
export function anchorsOf({ text, topic }: SiteDocument): ReadonlySet<string> {
  const headings = [...topic.entries, ...topic.passages].flatMap((part) => part.headings);
  // Those with nothing below them stand in neither.
  const written = [
    ...text.matchAll(/^[ >]*#{1,6}[ \t]+(.*?)(?:(?<![ \t])[ \t]+#+)?(?:(?<![ \t])[ \t]+)?$/gm),
  ];
  const titles = [...headings, ...written.map(([, title = ""]) => title)];
  const blocks = topic.entries.flatMap(({ blockId }) => (blockId === undefined ? [] : [blockId]));
  return new Set([...titles.map(headingId), ...blocks.map((id) => `e-${id}`)]);
}
