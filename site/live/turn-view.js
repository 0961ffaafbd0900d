// What a turn shows: its answer as it comes, the memories it was made from, those it saved, and what happened beside it.
// All of it enters the page as text; the whole answer then comes as HTML from the site's own renderer.

import { eventLines } from "./event-lines.js";
import { factCard } from "./fact-card.js";
import { make } from "./make.js";
import { placeLink } from "./places.js";

const talk = document.getElementById("talk");

export function add(name, className, text) {
  document.getElementById("hint")?.remove();
  return talk.appendChild(make(name, className, text));
}

/** A view of one turn; `ask` asks the API. */
export function createTurnView(ask) {
  let text = "";
  let hits = [];
  let hitList;
  let list;
  let answer = make("p", "answer", "");
  const answers = [];

  function takeDelta(delta) {
    text += delta;
    answer.textContent = withoutHits(text, hits);
    if (!answer.isConnected && answer.textContent) talk.append(answer);
    if (answer.textContent && answers.at(-1) !== answer) answers.push(answer);
  }

  /** What the types of events do that more than a line is shown of. */
  const showing = {
    delta: (event) => takeDelta(event.text),
    recall(event) {
      if (event.hits.length === 0) return;
      hits = event.hits;
      talk.append(answer);
      hitList = add("ul", "hits");
      hitList.append(...hits.map(hitCard));
    },
    tool({ name, result }) {
      if (name !== "remember" || result.status !== "saved") return;
      list ??= add("ul", "hits saved");
      hitList?.before(list); // What is new comes first.
      list.append(factCard(ask, result));
    },
    /** The next agent's words are an answer of their own. */
    handoff() {
      text = "";
      answer = make("p", "answer", "");
    },
    /** What was learned from the conversation can be changed here too. */
    digest({ learned = [], replaced = [] }) {
      const kept = [...learned, ...replaced];
      if (kept.length > 0) add("ul", "hits saved").append(...kept.map((one) => factCard(ask, one)));
    },
    error: ({ message }) => add("p", "failed", message),
  };

  return {
    show(event) {
      if (Object.hasOwn(showing, event.type)) showing[event.type](event);
      for (const line of eventLines(event)) {
        if (line.list === undefined) add("p", "aside", line);
        else add("ol", "found").append(...line.list.map((one) => make("li", "", one)));
      }
    },
    /** The answer is whole: now it is laid out. */
    end: () => layOut(ask, answers),
  };
}

/** What is sent at once, in characters: the server takes 64 KB. */
const maxSent = 12_000;

/** Puts HTML that the server made in the place of Markdown; where that fails the text stays, which can be read too. */
async function layOut(ask, elements) {
  const shown = elements.filter(({ textContent }) => textContent !== "");
  while (shown.length > 0) {
    const part = [shown.shift()];
    let length = part[0].textContent.length;
    for (; shown.length > 0 && length < maxSent; length += part.at(-1).textContent.length) {
      part.push(shown.shift());
    }
    const texts = part.map(({ textContent }) => textContent);
    const answer = await ask("/api/html", { body: { texts } }).catch(() => undefined);
    const { html = [] } = (await answer?.json()) ?? {};
    for (const [i, markup] of html.entries()) {
      const whole = make("div", "answer prose");
      whole.dir = "auto";
      whole.innerHTML = markup;
      part[i].replaceWith(whole);
    }
  }
}

/** Shows what was said before: of the conversation that was opened, or of this one before the page was loaded again. */
export async function showPast(ask, { messages, events, session }) {
  const said = messages.filter(({ role, content }) => role !== "tool" && content);
  if (said.length > 0) document.getElementById("hint")?.remove();
  /** What was said again was known: it has one card. */
  const savedOnce = [
    ...Map.groupBy(
      events.filter(({ type }) => type === "saved"),
      ({ text, file }) => `${file}\n${text}`,
    ).values(),
  ].map(([first]) => first);
  const answers = [];
  let from = said[0]?.agent;
  /** Who spoke next, where that is another agent. */
  const takeOver = (to) => {
    const lines =
      from === undefined || from === to ? [] : eventLines({ type: "handoff", from, to });
    from = to;
    return lines.map((line) => make("p", "aside", line));
  };
  const parts = said.flatMap(({ id, role, agent, content, recalled = [] }) => {
    const saved = savedOnce.filter(({ message }) => message === id);
    const lists = [
      ...(saved.length > 0 ? [listOf("hits saved", saved, (one) => factCard(ask, one))] : []),
      ...(recalled.length > 0 ? [listOf("hits", recalled, hitCard)] : []),
    ];
    const over = takeOver(agent);
    if (role === "user") return [...over, make("p", "asked", content), ...lists];
    answers.push(make("p", "answer", withoutHits(content, recalled)));
    return [...over, answers.at(-1), ...lists];
  });
  talk.prepend(...parts, ...takeOver(session.agent));
  await layOut(ask, answers);
}

function listOf(className, all, card) {
  const list = make("ul", className);
  list.append(...all.map(card));
  return list;
}

/** An answer without a model lists the memories, one a line; the cards show them already. */
function withoutHits(text, hits) {
  const isCard = (line) =>
    line.startsWith("- ") && hits.some(({ file, line: at }) => line.endsWith(` ${file}:${at})`));
  const rest = text.split("\n").filter((line) => !isCard(line));
  const count = hits.length === 1 ? "One memory" : `${hits.length} memories`;
  return rest.join("\n").trim() || (hits.length > 0 ? `${count}:` : "");
}

function hitCard({ text, topic, date, file, line, id, why }) {
  const item = make("li");
  const meta = make("div", "meta");
  const about = [topic, date].filter(Boolean).map((part) => make("span", "", part));
  meta.append(...about, placeLink({ file, line, id }));
  const details = make("details", "meta");
  const reasons = Object.entries(why ?? {}).map(
    ([name, value]) => `${name} ${Number(value).toFixed(2)}`,
  );
  details.append(make("summary", "", "Why"), make("div", "", reasons.join(", ")));
  item.append(make("p", "text", text), meta);
  if (reasons.length > 0) item.append(details);
  return item;
}
