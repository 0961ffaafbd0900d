import type { Hit } from "../search/rank-hit.ts";
import { makeElement } from "./make-element.ts";
import { type HitContext, hitElement } from "./search-hits.ts";
import type { Answer } from "./search-index.ts";

/** What was found, and the button for more of it. */
export interface SearchList {
  readonly list: HTMLOListElement;
  readonly more: HTMLButtonElement;
  /** Of what is shown: pages, and the memories found in them. */
  counts(): { readonly pages: number; readonly memories: number };
  /** Shows an answer in place of the one before, unless `isLate` says that it is no longer needed. */
  show(answer: Answer, isLate: () => boolean): Promise<void>;
  clear(): void;
}

/** Hits that are added at a time: each is a file to load. */
const atATime = 10;

/** `grown` is called when more was added. */
export function createSearchList(context: HitContext, grown: () => void): SearchList {
  const list = makeElement("ol", { class: "search-hits" });
  const more = makeElement(
    "button",
    { type: "button", class: "search-more" },
    context.strings.more,
  );
  more.hidden = true;
  let shown: Answer | undefined;
  let memories = 0;
  const elementsOf = (found: readonly Hit[], isExact: boolean): HTMLLIElement[] => {
    memories += found.reduce((sum, hit) => sum + memoriesIn(hit), 0);
    return found.map((hit) => hitElement(hit, isExact, context));
  };

  const show = async (answer: Answer, isLate: () => boolean): Promise<void> => {
    const hits = await answer.next(atATime);
    if (isLate()) return;
    shown = answer;
    memories = 0;
    list.replaceChildren(...elementsOf(answer.exact, true), ...elementsOf(hits, false));
    more.hidden = answer.isDone();
  };
  const showMore = async (): Promise<void> => {
    const answer = shown;
    const last = list.lastElementChild;
    const hits = (await answer?.next(atATime)) ?? [];
    if (answer === undefined || shown !== answer) return;
    list.append(...elementsOf(hits, false));
    more.hidden = answer.isDone();
    grown();
    last?.nextElementSibling?.querySelector("a")?.focus();
  };
  more.addEventListener("click", () => void showMore());
  return {
    ...{ list, more, show },
    counts: () => ({ pages: list.childElementCount, memories }),
    clear() {
      shown = undefined;
      list.replaceChildren();
      more.hidden = true;
    },
  };
}

/** A page that was found by its name alone shows its newest memory, which was not. */
const memoriesIn = ({ pieces, matched }: Hit): number =>
  pieces.filter(
    ({ piece, excerpt }) =>
      !piece.isNote && (matched === 0 || excerpt.some(({ isFound }) => isFound)),
  ).length;
