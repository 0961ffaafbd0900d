// The page to talk on. It holds no memory: all it shows comes from the API.

import { offerChoices, resetChoices, showChoices, speakAs, speaker, viewer } from "./choices.js";
import { createMemory } from "./client.js";
import { ask, askJson } from "./connection.js";
import { closeConversations, offerConversations } from "./conversations.js";
import { adoptHeader } from "./frame.js";
import { learnTitles } from "./names.js";
import { add, at, make, store, stored } from "./page.js";
import { createTurnView, showPast } from "./turn.js";
import { offerVoice } from "./voice.js";

const [talk, words, doing, send] = ["talk", "words", "doing", "send"].map(at);
const controls = document.querySelectorAll(":is(#this, #with) :is(button, select)");

const memory = createMemory({
  ask,
  who: () => ({ person: speaker() }),
  session: stored("session") ?? "",
});
memory.subscribe(() => store("session", memory.snapshot().session));

let isBusy = false;
/** What stops the turn that is answered now. */
let calling = new AbortController();

const player = offerVoice({
  memory,
  isBusy: () => isBusy,
  answer: (answering, onEvent) => run(() => showTurn(answering, onEvent)),
});

/** One thing at a time; meanwhile the button that sends stops it. What was typed comes back when it failed. */
async function run(action) {
  if (isBusy) return;
  isBusy = true;
  calling = new AbortController();
  talk.ariaBusy = "true"; // Screen readers wait for the whole answer.
  send.textContent = "Stop";
  for (const control of controls) control.disabled = true;
  const typed = words.value;
  try {
    await action();
    void showAll();
  } catch (error) {
    add("p", "failed", error.message);
    words.value ||= typed;
  } finally {
    isBusy = false;
    talk.ariaBusy = "false";
    send.textContent = "Send";
    for (const control of controls) control.disabled = false;
  }
}

function stop() {
  calling.abort();
  player.stop();
}

/** Shows a turn as it comes; `answering` is given what client.js takes. */
async function showTurn(answering, onEvent = () => {}) {
  const { signal } = calling;
  const view = createTurnView();
  doing.textContent = "Thinking …";
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
    if (count === 0 && !signal.aborted) {
      throw new Error("Loci does not answer. Start it again with: loci up");
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    doing.textContent = "";
    if (signal.aborted) add("p", "aside", "Stopped.");
    await view.end();
    toLastQuestion();
  }
}

/** An answer is read from its beginning. */
const toLastQuestion = () => [...talk.querySelectorAll(".asked")].at(-1)?.scrollIntoView();

function say(message) {
  if (message === "") return;
  void run(async () => {
    if (message === words.value.trim()) words.value = "";
    add("p", "asked", message);
    toLastQuestion();
    await showTurn((how) => memory.say(message, how));
  });
}

/** What somebody else said and heard before is not for who speaks now. */
function goOnAs(person) {
  if (!speakAs(person)) return;
  talk.replaceChildren();
  closeConversations();
}

async function showAll() {
  try {
    await offerChoices({
      onPerson(person) {
        goOnAs(person);
        memory.begin();
        resetChoices();
        createTurnView().show({ type: "person", person });
        void showAll();
      },
      command: say,
    });
    learnTitles((await askJson(`/api/topics?all=true&${viewer()}`)).topics);
  } catch (error) {
    if (at("hint")) at("hint").textContent = error.message;
  }
}

/** An empty page again, for a conversation that is to begin. */
function startAnew(sentence) {
  resetChoices();
  talk.replaceChildren(make("p", "aside", sentence));
}

const isOver = "This conversation is over: what you say now begins another.";

/** Shows a conversation that was begun before; one that is over can only be read. */
async function openOld(id) {
  const whole = await memory.open(id);
  showChoices({ ...whole.session, type: "session" });
  await showPast(whole);
  toLastQuestion();
  if (whole.session.state === "closed") add("p", "aside", isOver);
  // Browsers let a page hear and speak only after a press.
  else if (whole.session.mode === "voice") doing.textContent = "Press Speak to go on talking.";
}

/** What was said before the page was loaded again. */
async function restore() {
  const { session } = memory.snapshot();
  if (session === "") return;
  await openOld(session).catch((error) => {
    if (error.code === "NOT_FOUND") memory.begin();
  });
}

at("new").addEventListener("click", () => {
  memory.begin();
  startAnew("A new conversation.");
});
at("end").addEventListener("click", () =>
  run(async () => {
    const view = createTurnView();
    view.show(await memory.end());
    await view.end();
    add("p", "aside", isOver);
  }),
);
const clear = at("clear");
clear.addEventListener("click", () => {
  if (clear.textContent === "Clear") {
    clear.textContent = "Remove what was said?"; // It is gone for good: a second press confirms it.
    return;
  }
  clear.textContent = "Clear";
  void run(async () => {
    await memory.clearMemory();
    startAnew("What was said here is removed; what was learned stays.");
  });
});
clear.addEventListener("blur", () => {
  clear.textContent = "Clear";
});

at("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  if (isBusy) stop();
  else say(words.value.trim());
});
words.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  if (!isBusy) at("ask").requestSubmit();
});
addEventListener("keydown", (event) => {
  if (event.key === "Escape") stop();
  const isTyping = event.target?.matches?.("input, textarea, select") ?? false;
  if (event.key !== "/" || event.ctrlKey || event.metaKey || isTyping) return;
  event.preventDefault();
  words.focus();
});
offerConversations({
  open: (id) =>
    run(async () => {
      talk.replaceChildren();
      await openOld(id);
    }),
  openId: () => memory.snapshot().session,
});

if (matchMedia("(pointer: fine)").matches) words.focus();
void adoptHeader();
await showAll();
await restore();
