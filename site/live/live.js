// The live page. It holds no memory: all it shows comes from the API, and enters the page as text, never as HTML.

import { enter, sessionKey } from "./enter.js";
import { eventLines } from "./event-lines.js";
import { closeInbox, offerInbox } from "./inbox.js";
import { make } from "./make.js";
import { canProve, isProven } from "./prove.js";
import { offerPeople, onChosen, speakAs, speaker, store, stored } from "./speaker.js";

const at = (id) => document.getElementById(id);
const [state, talk, words, recent] = ["state", "talk", "words", "recent"].map(at);
const buttons = document.querySelectorAll("form :is(button, select)");

/** Then the pages of the topics stand beside this one, and its header leads to them. */
const isSiteServed = document.querySelectorAll('header a[href="/"]').length > 0;

/** Asks the API; throws an Error with a sentence for the person. */
async function ask(path, body) {
  const key = sessionKey();
  if (!key) throw new Error(say.noKey());
  let response;
  try {
    response = await send(path, body, key);
  } catch {
    throw new Error(say.gone());
  }
  if (response.ok) return response;
  if (response.status === 401) throw new Error(say.oldKey());
  const answer = await response.json().catch(() => undefined);
  const error = new Error(answer?.error?.message ?? `Loci answered with status ${response.status}`);
  throw Object.assign(error, { code: answer?.error?.code });
}

/** What was typed, and the key, go to nobody who does not know the key already. */
async function send(path, body, key) {
  if (canProve && !(await isProven())) return { status: 401 }; // As Loci answers another key.
  return fetch(path, {
    method: body ? "POST" : "GET",
    headers: {
      "loci-key": key,
      ...(body && { "content-type": "application/json" }),
    },
    body: body && JSON.stringify(body),
  });
}

let timer;

/** Sentences about the connection; each also sets the line beside the title. */
const say = {
  gone() {
    setState("Loci is not running");
    lookAgain();
    return "Loci does not answer. Start it again with: loci up";
  },
  noKey() {
    setState("No access yet");
    return "This page has no key. Open the whole address that “loci up” printed, up to its end (#code=…), or get a new one with: loci up --address";
  },
  oldKey() {
    setState("No access");
    lookAgain();
    return "What answers here does not know this page any more: Loci was started anew, or a day has passed. Get a new address with: loci up --address";
  },
};

function setState(sentence = "") {
  if (state.textContent !== sentence) state.textContent = sentence;
  state.className = sentence === "" ? "" : "bad";
}

/** Only where the server proves itself first: nobody watches what this sends. */
function lookAgain() {
  clearTimeout(timer);
  if (canProve) timer = setTimeout(showRecent, 3000);
}

function add(name, className, text) {
  at("hint")?.remove();
  return talk.appendChild(make(name, className, text));
}

async function takeTurn(message) {
  const question = add("p", "asked", message);
  const turn = { text: "", hits: [], places: [], answer: make("p", "answer", "") };
  let isAnswered = false;
  for await (const event of events(await askInSession(message))) {
    isAnswered = true;
    showEvent(turn, event);
    question.scrollIntoView();
  }
  if (!isAnswered) throw new Error(say.gone());
  for (const place of turn.places)
    if (!turn.text.includes(place)) add("p", "aside", `Saved in ${place}`);
}

/** A page that is loaded again goes on with its conversation, as long as that is open. */
async function askInSession(message) {
  const session = stored("session");
  const said = { message, person: speaker() };
  if (!session) return ask("/api/chat", said);
  try {
    return await ask("/api/chat", { ...said, session });
  } catch (error) {
    if (error.code !== "NOT_FOUND") throw error;
    store("session", "");
    return ask("/api/chat", said);
  }
}

/** What was said before the page was loaded again. */
async function restore() {
  const session = stored("session");
  if (!session) return;
  try {
    const { messages } = await (await ask(`/api/sessions?id=${session}`)).json();
    const said = messages.filter(({ role, content }) => role !== "tool" && content);
    if (said.length > 0) at("hint")?.remove();
    talk.prepend(
      ...said.map(({ role, content }) => make("p", role === "user" ? "asked" : "answer", content)),
    );
  } catch (error) {
    if (error.code === "NOT_FOUND") store("session", "");
  }
}

/** What somebody else said and heard before is not for them. */
function goOnAs(person, session) {
  if (speakAs(person)) {
    talk.replaceChildren();
    closeInbox();
  }
  store("session", session);
}

function showEvent(turn, event) {
  if (event.type === "session") goOnAs(event.person, event.id);
  else if (event.type === "delta") {
    turn.text += event.text;
    turn.answer.textContent = withoutHits(turn);
    if (!turn.answer.isConnected && turn.answer.textContent) talk.append(turn.answer);
  } else if (event.type === "recall" && event.hits.length > 0) {
    turn.hits = event.hits;
    talk.append(turn.answer);
    add("ul", "hits").append(...event.hits.map(card));
  } else if (event.type === "tool" && event.result.status === "saved") {
    turn.places.push(`${event.result.file}:${event.result.line}`);
  } else if (event.type === "error") add("p", "failed", event.message);
  for (const line of eventLines(event)) {
    if (line.list === undefined) add("p", "aside", line);
    else add("ol", "found").append(...line.list.map((text) => make("li", "", text)));
  }
}

/** An answer without a model lists the memories, one a line; the cards show them already. */
function withoutHits({ text, hits }) {
  const isCard = (line) =>
    line.startsWith("- ") && hits.some(({ file, line: at }) => line.endsWith(` ${file}:${at})`));
  const rest = text.split("\n").filter((line) => !isCard(line));
  const count = hits.length === 1 ? "One memory" : `${hits.length} memories`;
  return rest.join("\n").trim() || (hits.length > 0 ? `${count}:` : "");
}

function card({ text, topic, date, file, line, why }) {
  const item = make("li");
  const meta = make("div", "meta");
  const parts = [topic, date, `${file}:${line}`].filter(Boolean);
  meta.append(...parts.map((part) => make("span", "", part)));
  const details = make("details", "meta");
  const reasons = Object.entries(why ?? {}).map(
    ([name, value]) => `${name} ${Number(value).toFixed(2)}`,
  );
  details.append(make("summary", "", "Why"), make("div", "", reasons.join(", ")));
  item.append(make("p", "text", text), meta);
  if (reasons.length > 0) item.append(details);
  return item;
}

/** The events of a stream, up to `event: done`. */
async function* events(response) {
  let rest = "";
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(() => ({ done: true }));
    if (done) return;
    const blocks = (rest + value).split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) {
      if (block.startsWith("event: done")) return;
      if (block.startsWith("data: ")) yield JSON.parse(block.slice(6));
    }
  }
}

async function remember(text) {
  add("p", "asked", text);
  const saved = await (await ask("/api/facts", { text, person: speaker() ?? undefined })).json();
  const verb = saved.status === "saved" ? "Noted in" : "I knew that already:";
  add("p", "", `${verb} ${saved.file}:${saved.line}`);
}

/** What was touched lately; in a new vault, the topics there are. */
async function showRecent() {
  try {
    await offerPeople(ask);
    const person = speaker();
    const whose = `?person=${encodeURIComponent(person ?? "")}`;
    const lately = (await (await ask(`/api/recent${whose}`)).json()).recent;
    const listed =
      lately.length > 0 ? lately : (await (await ask(`/api/topics${whose}`)).json()).topics;
    if (person !== speaker()) return; // Somebody else looks by now.
    at("recent-title").textContent = lately.length > 0 ? "Lately" : "Topics";
    recent.querySelector("ul").replaceChildren(...listed.slice(0, 8).map(topicItem));
    recent.hidden = listed.length === 0;
    setState();
  } catch (error) {
    if (at("hint")) at("hint").textContent = error.message;
  }
}

/** A link to the topic's page where there is one; else a press asks about it. */
function topicItem({ topic, title, summary, ago, updated }) {
  const name = title || topic.replaceAll("-", " ");
  const isLinked = isSiteServed && plainSlug.test(topic);
  const opener = make(isLinked ? "a" : "button");
  if (isLinked) opener.href = `/topics/${topic}/`;
  else {
    opener.type = "button";
    opener.addEventListener("click", () => run(takeTurn, name));
  }
  const about = [summary, ago || updated].filter(Boolean).join(" · ");
  opener.append(make("span", "", name), make("small", "", about));
  const item = make("li");
  item.append(opener);
  return item;
}

/** The site writes other names in its own way. */
const plainSlug = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

let isBusy = false;

/** One thing at a time; what was typed comes back when it failed. */
async function run(action, text) {
  if (isBusy || text === "") return;
  isBusy = true;
  talk.ariaBusy = "true"; // Screen readers wait for the whole answer.
  for (const button of buttons) button.disabled = true;
  const typed = words.value;
  words.value = "";
  try {
    await action(text);
    await showRecent();
  } catch (error) {
    add("p", "failed", error.message);
    words.value ||= typed;
  } finally {
    isBusy = false;
    talk.ariaBusy = "false";
    for (const button of buttons) button.disabled = false;
  }
}

at("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  void run(takeTurn, words.value.trim());
});
at("remember").addEventListener("click", () => run(remember, words.value.trim()));
words.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  at("ask").requestSubmit();
});
/** A conversation of their own begins with what they say. */
onChosen((person) => {
  goOnAs(person, "");
  showEvent({}, { type: "person", person });
  void showRecent();
});
addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.target === words) return;
  event.preventDefault();
  words.focus();
});
/** A code in the address that works no more leaves the session as it is. */
const begin = () => enter().catch(() => {});
addEventListener("hashchange", () => void begin().then(showRecent));

offerInbox(ask);
if (matchMedia("(pointer: fine)").matches) words.focus();
void begin().then(restore).then(showRecent);
