// Which agent answers, and in which language: shown as it is, and switched by the commands of a conversation.

import { make } from "./make.js";

const [agent, language] = ["agent", "language"].map((id) => document.getElementById(id));
let isOffered = false;

/** What the next conversation begins with, where it was chosen here. */
const wanted = {};
export const chosen = () => wanted;

/** Offers them, once; `command` takes one for the conversation that goes on, and returns false where none does. */
export async function offerChoices(ask, command) {
  if (isOffered) return;
  const { agents, agent: first } = await (await ask("/api/agents")).json();
  const { languages } = await (await ask("/api/languages")).json();
  isOffered = true;
  fill(
    agent,
    agents.map(({ id }) => [id, id]),
  );
  agent.value = first;
  const names = new Intl.DisplayNames(["en"], { type: "language" });
  fill(
    language,
    languages.map((code) => [code, names.of(code)]),
  );
  document.getElementById("whose-agent").hidden = agents.length < 2;
  document.getElementById("which-language").hidden = false;
  const onChange = (select, name, word) =>
    select.addEventListener("change", () => {
      if (!command(`/${word} ${select.value}`)) wanted[name] = select.value || undefined;
    });
  onChange(agent, "agent", "agent");
  onChange(language, "language", "lang");
}

/** Shows what an event says of them. */
export function showChoices({ type, ...event }) {
  if (type === "session") [agent.value, language.value] = [event.agent, event.language];
  else if (type === "handoff") agent.value = event.to;
  else if (type === "language") language.value = event.to;
}

const fill = (select, pairs) =>
  select.append(
    ...pairs.map(([value, name]) => {
      const option = make("option", "", name);
      option.value = value;
      return option;
    }),
  );
