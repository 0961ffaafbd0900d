// What a turn shows: the reply first, as it comes; then the memories that it saved, and at most three that it stands on.
// Everything enters the page as text; HTML comes from the site's own renderer alone.

import { eventLines } from "./event-lines.js";
import { cardList, hitCard, layOut, raw, savedCard } from "./memory-card.js";
import { withTitles } from "./names.js";
import { add, at, make } from "./page.js";

/** A view of one turn. */
export function createTurnView() {
  let hits = [];
  let saved = [];
  let text = "";
  /** The words of each agent that spoke. */
  const answers = [];

  /** The types of events of which more than a line is shown. */
  const showing = {
    delta(event) {
      text += event.text;
      if (answers.at(-1)?.isOpen !== true) {
        answers.push({ isOpen: true, element: at("talk").appendChild(raw("answer", "")) });
      }
      const { element } = answers.at(-1);
      element.textContent = withTitles(text, hits, false);
      element.markdown = withTitles(text, hits, true);
    },
    recall(event) {
      hits = event.hits;
    },
    tool({ name, result }) {
      if (name === "remember" && result.status === "saved") saved.push(result);
    },
    /** The next agent's words are an answer of their own. */
    handoff() {
      text = "";
      if (answers.length > 0) answers.at(-1).isOpen = false;
    },
    digest({ outcomes = [] }) {
      saved.push(...outcomes.filter(({ status }) => /^(?:learned|replaced)$/.test(status)));
    },
    error: ({ message }) => add("p", "failed", message),
  };

  return {
    save: (fact) => saved.push(fact),
    show(event) {
      if (Object.hasOwn(showing, event.type)) showing[event.type](event);
      for (const line of eventLines(event)) {
        if (line.list === undefined) add("p", "aside", line);
        else add("ol", "found").append(...line.list.map((one) => make("li", "", one)));
      }
    },
    /** The answer is whole: now its cards stand under it, and all is laid out. */
    async end() {
      const last = answers.at(-1)?.element;
      const lists = cardLists(saved, hits, text);
      saved = [];
      if (last === undefined) at("talk").append(...lists);
      else last.after(...lists);
      await layOut([...answers.map(({ element }) => element), ...rawIn(lists)]);
    },
  };
}

const rawIn = (lists) => lists.flatMap((list) => [...list.querySelectorAll(":not(.fact) > .raw")]);

function cardLists(saved, hits, reply) {
  const shown = hits.filter((hit) => supports(hit, reply)).slice(0, maxCards);
  return [
    ...(saved.length > 0 ? [cardList("saved", saved.map(savedCard))] : []),
    ...(shown.length > 0 ? [cardList("hits", shown.map(hitCard))] : []),
  ];
}

const maxCards = 3;

/** Whether a reply stands on a memory: it says some of its words, but not all with its place, which is a card already. */
function supports({ text, file, line }, reply) {
  if (reply.includes(`${file}:${line}`)) return false;
  const words = wordsOf(text);
  const said = wordsOf(reply);
  const shared = words.intersection(said).size;
  return shared >= Math.min(3, words.size / 2);
}

const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

/** Words that say something: short ones of alphabets are left out. */
function wordsOf(text) {
  const parts = [...segmenter.segment(text.toLowerCase())].filter(({ isWordLike }) => isWordLike);
  const words = parts.map(({ segment }) => segment);
  return new Set(words.filter((word) => word.length > 3 || /\d|\p{Lo}/u.test(word)));
}

/** Shows what was said before: in a conversation that was opened, or in this one before a reload. */
export async function showPast({ messages, events, session }) {
  /** What was saved again was known: it has one card. */
  const saved = Map.groupBy(
    events.filter(({ type }) => type === "saved"),
    ({ text, file }) => `${file}\n${text}`,
  );
  const firsts = [...saved.values()].map(([first]) => first);
  let from;
  let view = createTurnView();
  const ended = [];
  const takeOver = (to) => {
    if (from !== undefined && from !== to) view.show({ type: "handoff", from, to });
    from = to;
  };
  for (const { id, role, agent, content, recalled = [] } of messages) {
    for (const result of firsts.filter(({ message }) => message === id)) view.save(result);
    if (role === "tool" || !content) continue;
    takeOver(agent);
    if (role === "user") {
      ended.push(view.end());
      view = createTurnView();
      add("p", "asked", content);
    } else {
      view.show({ type: "recall", hits: recalled });
      view.show({ type: "delta", text: content });
    }
  }
  takeOver(session.agent);
  ended.push(view.end());
  await Promise.all(ended);
}
