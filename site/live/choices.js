// Which agent answers, and in which language: shown as it is, and switched by the commands of a conversation.

import { make } from "./make.js";

const [agent, language] = ["agent", "language"].map((id) => document.getElementById(id));
let isOffered = false;
/** Who answers when nobody was chosen. */
let first;

/** What the next conversation begins with, where it was chosen here: `agent`, `language`. */
let wanted = {};
export const chosen = () => wanted;

/** What the conversation that goes on has of them. */
let current = {};
export const answeringAgent = () => current.agent;

function show() {
  agent.value = current.agent ?? wanted.agent ?? first ?? "";
  language.value = current.language ?? wanted.language ?? "";
}

/** Offers them, once; `command` takes one for the conversation that goes on, and returns false where none does. */
export async function offerChoices(ask, command) {
  if (isOffered) return;
  const { agents } = await (await ask("/api/agents")).json();
  const { languages } = await (await ask("/api/languages")).json();
  isOffered = true;
  first = agents.find(({ isFirst }) => isFirst)?.id;
  const names = new Intl.DisplayNames(["en"], { type: "language" });
  fill(
    agent,
    agents.map(({ id, name = id }) => [id, name]),
  );
  fill(
    language,
    languages.map((code) => [code, names.of(code)]),
  );
  show();
  document.getElementById("whose-agent").hidden = agents.length < 2;
  document.getElementById("which-language").hidden = false;
  const onChange = (select, name, word) =>
    select.addEventListener("change", () => {
      if (command(`/${word} ${select.value}`)) return;
      wanted = { ...wanted, [name]: select.value || undefined };
    });
  onChange(agent, "agent", "agent");
  onChange(language, "language", "lang");
}

/** Shows what an event says of them. */
export function showChoices({ type, to, ...event }) {
  if (type === "session") current = { agent: event.agent, language: event.language };
  else if (type === "handoff") current = { ...current, agent: to };
  else if (type === "language") current = { ...current, language: to };
  else return;
  show();
}

/** As they are before a conversation begins. */
export function resetChoices() {
  current = {};
  show();
}

const fill = (select, pairs) =>
  select.append(
    ...pairs.map(([value, name]) => {
      const option = make("option", "", name);
      option.value = value;
      return option;
    }),
  );
