// The page to talk on. It holds no memory: all it shows comes from the API.

import { chosen, offerChoices, resetChoices, showChoices } from "./choices.js";
import { createMemory } from "./client.js";
import { ask, onBack, say, setState } from "./connection.js";
import { closeConversations, offerConversations } from "./conversations.js";
import { enter } from "./enter.js";
import { factCard } from "./fact-card.js";
import { adoptHeader } from "./frame.js";
import { make } from "./make.js";
import { showRecent } from "./recent.js";
import { offerPeople, onChosen, speakAs, speaker, store, stored } from "./speaker.js";
import { showSync } from "./sync-line.js";
import { add, createTurnView, showPast } from "./turn-view.js";
import { offerVoice } from "./voice.js";

const at = (id) => document.getElementById(id);
const [talk, words, doing, stop] = ["talk", "words", "doing", "stop"].map(at);
const buttons = document.querySelectorAll(":is(#ask, #this) :is(button, select):not(.always)");

const memory = createMemory({
  ask,
  who: () => ({ person: speaker(), ...chosen() }),
  session: stored("session") ?? "",
});
memory.subscribe(() => store("session", memory.snapshot().session));

/** What calls off the turn that is answered now. */
let calling;

/** Shows a turn as it comes; `answering` is given what client.js takes. */
async function showTurn(answering, onEvent = () => {}) {
  const view = createTurnView(ask);
  calling = new AbortController();
  const { signal } = calling;
  doing.textContent = "Thinking …";
  stop.hidden = false;
  const show = async (event) => {
    if (event.type === "session") goOnAs(event.person);
    if (event.type === "delta") doing.textContent = "";
    showChoices(event);
    view.show(event);
    await onEvent(event);
    toLastQuestion();
  };
  try {
    const count = await answering({ signal, onEvent: show });
    if (signal.aborted) add("p", "aside", "Stopped.");
    else if (count === 0) throw new Error(say.gone());
    await view.end();
  } catch (error) {
    if (!signal.aborted) throw error;
    add("p", "aside", "Stopped.");
  } finally {
    doing.textContent = "";
    stop.hidden = true;
  }
}

/** An answer is read from its beginning. */
const toLastQuestion = () => [...talk.querySelectorAll(".asked")].at(-1)?.scrollIntoView();

async function takeTurn(message) {
  add("p", "asked", message);
  toLastQuestion();
  await showTurn((how) => memory.say(message, how));
}

/** What somebody else said and heard before is not for them. */
function goOnAs(person) {
  if (!speakAs(person)) return;
  talk.replaceChildren();
  closeConversations();
}

async function remember(text) {
  add("p", "asked", text);
  const body = { text, person: speaker() ?? undefined };
  const saved = await (await ask("/api/facts", { body })).json();
  const verb = saved.status === "saved" ? "Noted in" : "I knew that already:";
  add("p", "", `${verb} ${saved.file}:${saved.line}`);
  add("ul", "hits saved").append(factCard(ask, saved));
}

async function showAll() {
  try {
    await offerPeople(ask);
    await showRecent(ask, (name) => run(takeTurn, name));
    setState();
    await offerChoices(ask, (command) => {
      if (memory.snapshot().session === "") return false;
      void run(takeTurn, command);
      return true;
    });
    await showSync(ask);
  } catch (error) {
    if (at("hint")) at("hint").textContent = error.message;
  }
}

let isBusy = false;

/** One thing at a time; what was typed comes back when it failed. */
async function run(action, text) {
  if (isBusy || text === "") return;
  isBusy = true;
  talk.ariaBusy = "true"; // Screen readers wait for the whole answer.
  for (const button of buttons) button.disabled = true;
  const typed = words.value;
  if (text === typed.trim()) words.value = "";
  try {
    await action(text);
    void showAll();
  } catch (error) {
    add("p", "failed", error.message);
    words.value ||= typed;
  } finally {
    isBusy = false;
    talk.ariaBusy = "false";
    for (const button of buttons) button.disabled = false;
  }
}

/** An empty page again, for a conversation that is to begin. */
function startAnew(sentence) {
  resetChoices();
  talk.replaceChildren(make("p", "aside", sentence));
}

/** Shows a conversation that was begun before: one that is over is only read. */
async function openOld(id) {
  const whole = await memory.open(id);
  await showPast(ask, whole);
  toLastQuestion();
  showChoices({ ...whole.session, type: "session" });
  if (whole.session.state === "closed") add("p", "aside", isOver);
}

const isOver = "This conversation is over: what you say now begins another.";

async function endNow() {
  const digest = await memory.end();
  createTurnView(ask).show(digest);
  add("p", "aside", isOver);
}

async function clearNow() {
  await memory.clearMemory();
  startAnew("What was said here is removed; what was learned stays.");
}

const actions = {
  new: async () => {
    memory.begin();
    startAnew("A new conversation.");
  },
  end: endNow,
  clear: clearNow,
};
for (const [id, action] of Object.entries(actions)) {
  at(id).addEventListener("click", () => {
    // What is removed is gone for good: a second press says so.
    const isSure = id !== "clear" || at(id).textContent !== "Clear";
    if (id === "clear") at(id).textContent = isSure ? "Clear" : "Remove what was said?";
    if (isSure) void run(action, id);
  });
}
at("clear").addEventListener("blur", () => {
  at("clear").textContent = "Clear";
});
stop.addEventListener("click", () => calling?.abort());
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
  goOnAs(person);
  memory.begin();
  resetChoices();
  createTurnView(ask).show({ type: "person", person });
  void showAll();
});
addEventListener("keydown", (event) => {
  if (event.key === "Escape") calling?.abort();
  const isTyping = event.target?.matches?.("input, textarea, select") ?? false;
  if (event.key !== "/" || event.ctrlKey || event.metaKey || isTyping) return;
  event.preventDefault();
  words.focus();
});

/** What was said before the page was loaded again. */
async function restore() {
  const { session } = memory.snapshot();
  if (session === "") return;
  try {
    await openOld(session);
  } catch (error) {
    if (error.code === "NOT_FOUND") memory.begin();
  }
}

/** A code in the address that works no more leaves the session as it is. */
const begin = () => enter().catch(() => {});
addEventListener("hashchange", () => void begin().then(showAll));
onBack(showAll);
offerConversations({
  ask,
  open: (id) =>
    run(async () => {
      talk.replaceChildren();
      await openOld(id);
    }, id),
  openId: () => memory.snapshot().session,
});
offerVoice({
  memory,
  answer: (answering, onEvent) => run(() => showTurn(answering, onEvent), "by voice"),
  isBusy: () => isBusy,
});
if (matchMedia("(pointer: fine)").matches) words.focus();
const entered = begin();
void entered.then(adoptHeader).catch(() => {}); // The plain header leads to the site too.
void entered.then(restore).then(showAll);
