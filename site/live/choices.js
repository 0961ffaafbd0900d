// Who speaks, which agent answers, and in which language. Who speaks decides what is seen.

import { askJson } from "./connection.js";
import { learnAgents } from "./names.js";
import { at, make, store, stored } from "./page.js";

const [who, agent, language] = ["who", "agent", "language"].map(at);
const kept = stored("person");
let isOffered = false;
/** Id of who speaks; null for nobody; undefined, until it is known, for whom the device's settings name. */
let person = kept === null ? undefined : kept || null;
let firstAgent = "";

export const speaker = () => person;

/** What the API is asked with, so that it shows what may be seen here. */
export const viewer = () => {
  const query = new URLSearchParams({ person: person ?? "" });
  if (agent.value !== "") query.set("agent", agent.value);
  return query;
};

/** Chooses who speaks; true where somebody else spoke before. */
export function speakAs(id) {
  offer(who, id ?? "");
  const isAnother = person !== undefined && person !== id;
  person = id;
  who.value = id ?? "";
  store("person", who.value);
  return isAnother;
}

/** Offers all three, once; `onPerson` takes who was chosen, `command` a command for the conversation. */
export async function offerChoices({ onPerson, command }) {
  if (isOffered) return;
  const [{ people, person: own }, { agents }, { languages }] = await Promise.all(
    ["people", "agents", "languages"].map((name) => askJson(`/api/${name}`)),
  );
  isOffered = true;
  learnAgents(agents);
  firstAgent = agents.find(({ isFirst }) => isFirst)?.id ?? "";
  for (const id of people) offer(who, id);
  for (const { id, name } of agents) offer(agent, id, name);
  for (const code of languages) offer(language, code, languageName(code));
  speakAs(person === undefined ? own : person);
  resetChoices();
  who.addEventListener("change", () => onPerson(who.value || null));
  agent.addEventListener("change", () => command(`/agent ${agent.value}`));
  language.addEventListener("change", () => command(`/lang ${language.value}`));
}

/** Shows what an event says of agent and language. */
export function showChoices({ type, to, ...event }) {
  if (type === "session") [agent.value, language.value] = [event.agent, event.language];
  else if (type === "handoff") agent.value = to;
  else if (type === "language") language.value = to;
}

/** As they are before a conversation begins. */
export function resetChoices() {
  showChoices({ type: "session", agent: firstAgent, language: "" });
}

export const languageName = (code) =>
  new Intl.DisplayNames(["en"], { type: "language" }).of(code) ?? code;

/** Where there is one choice alone, none is shown. */
function offer(select, value, name = value) {
  if (![...select.options].some((option) => option.value === value)) {
    const option = make("option", "", name);
    option.value = value;
    select.append(option);
  }
  select.parentElement.hidden = select.options.length < 2;
}
