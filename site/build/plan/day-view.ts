import type { DigestBlock, DigestLine } from "../../../src/vault/digest-log.ts";
import type { LabelledLink } from "../../markdown/document-view.ts";
import type { SiteDocument } from "../../vault/site-vault.ts";
import type { Day, DigestView } from "../page.ts";
import type { Rendering } from "../rendering.ts";
import type { PlannedDay } from "./days.ts";
import { type Outline, sessionAnchor } from "./outline.ts";

/** A day as pages show it. */
export const dayView = (outline: Outline, rendering: Rendering, day: PlannedDay): Day => ({
  date: day.date,
  digests: day.digests.map((block) => digestView(outline, rendering.inline, block)),
  entries: day.entries.map(rendering.entry),
});

/** Changes with what `dayView` returns. */
export const dayKey = (outline: Outline, rendering: Rendering, day: PlannedDay): unknown => [
  day.date,
  day.digests.map((block) => digestView(outline, rendering.inlineKey, block)),
  day.entries.map(rendering.entryKey),
];

type DigestLineView = DigestView["lines"][number];

/** With `inline` for its lines: as HTML, or as a key. */
function digestView(outline: Outline, inline: Rendering["inline"], block: DigestBlock): DigestView {
  const { linkTo, isPublic } = outline;
  const { session, person } = block;
  return {
    id: session === "" || isPublic ? undefined : sessionAnchor(session),
    time: block.time.slice(11, 16),
    topic: topicLink(outline, block),
    summary: block.summary,
    byHand: session === "",
    agent: block.agent === "" ? undefined : linkTo.group("agents", block.agent),
    person: person === null ? undefined : linkTo.group("people", person),
    modes: block.modes,
    languages: block.languages,
    lines: block.lines.map((line) => lineView(outline, inline, line)),
  };
}

function lineView(outline: Outline, inline: Rendering["inline"], line: DigestLine): DigestLineView {
  const document = "file" in line ? outline.vault.documentsByPath.get(line.file) : undefined;
  const text = line.type === "changed" ? line.what : line.text;
  return {
    type: line.type,
    html: inline(text, document),
    was: line.type === "replaced" && line.was !== "" ? line.was : undefined,
    said: "said" in line && !outline.isPublic ? line.said : undefined,
    reason: line.type === "kept" ? line.reason : undefined,
    document: document === undefined ? undefined : lineLink(outline, line, document),
  };
}

/** To the entry itself, where it still stands. */
const lineLink = (
  { linkTo, findSaved }: Outline,
  line: DigestLine,
  document: SiteDocument,
): LabelledLink => linkTo.document(document, findSaved(line)?.anchor);

/** The conversation's topic: the person's own of that name, else everyone's. */
function topicLink(
  { vault, linkTo }: Outline,
  { topic, person }: DigestBlock,
): LabelledLink | undefined {
  if (topic === "") return undefined;
  const own =
    person === null ? undefined : vault.documentsByPath.get(`people/${person}/topics/${topic}.md`);
  const document = own ?? vault.documentsByPath.get(`topics/${topic}.md`);
  return document === undefined ? undefined : linkTo.document(document);
}
