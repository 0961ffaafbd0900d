import { makeElement } from "./make-element.ts";
import { type HitContext, hitElement } from "./search-hits.ts";
import type { Answer } from "./search-index.ts";

/** What was found, and the button for more of it. */
export interface SearchList {
  readonly list: HTMLOListElement;
  readonly more: HTMLButtonElement;
  /** Shows an answer in place of the one before, unless `isLate` says that nobody waits for it any more. */
  show(answer: Answer, isLate: () => boolean): Promise<void>;
  clear(): void;
}

/** Hits that are added at a time: each is a file to load. */
const atATime = 10;

export function createSearchList(context: HitContext): SearchList {
  const list = makeElement("ol", { class: "search-hits" });
  const more = makeElement(
    "button",
    { type: "button", class: "search-more" },
    context.strings.more,
  );
  more.hidden = true;
  let shown: Answer | undefined;

  const show = async (answer: Answer, isLate: () => boolean): Promise<void> => {
    const hits = await answer.next(atATime);
    if (isLate()) return;
    shown = answer;
    list.replaceChildren(
      ...answer.exact.map((hit) => hitElement(hit, true, context)),
      ...hits.map((hit) => hitElement(hit, false, context)),
    );
    more.hidden = answer.isDone();
  };
  const showMore = async (): Promise<void> => {
    const answer = shown;
    const last = list.lastElementChild;
    const hits = (await answer?.next(atATime)) ?? [];
    if (answer === undefined || shown !== answer) return;
    list.append(...hits.map((hit) => hitElement(hit, false, context)));
    more.hidden = answer.isDone();
    last?.nextElementSibling?.querySelector("a")?.focus();
  };
  more.addEventListener("click", () => void showMore());
  return {
    ...{ list, more, show },
    clear() {
      shown = undefined;
      list.replaceChildren();
      more.hidden = true;
    },
  };
}
