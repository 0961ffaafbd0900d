// A conversation with Loci over HTTP (docs/http.md) as a small store: what was said, what happened, and whether it is
// talked or typed. The page to talk on is made with it; it needs nothing but fetch.

import { checked, readEvents, toRequest } from "./asking.js";

/** Asks the Loci at `url` with its token. Rejects with an Error: a sentence, and its `code`. */
export const connect =
  ({ url = "", token, fetch = globalThis.fetch }) =>
  async (path, options = {}) =>
    checked(await fetch(url + path, toRequest(options, { authorization: `Bearer ${token}` })));

const nothing = { session: "", messages: [], events: [], mode: "text" };

/** Of these nothing is kept: they are part of a message, or go by. */
const passing = ["session", "message", "delta", "audio", "state", "latency"];

/**
 * A conversation: `ask` as `connect` gives it, `who` names person, agent and language for the next one that begins, and
 * `session` is one to go on with.
 */
export function createMemory({ ask, who = () => ({}), session = "" }) {
  const store = createStore(session);
  const { snapshot, subscribe, forget } = store;
  /** One that is over meanwhile is followed by another. */
  const inSession = async (act) => {
    if (snapshot().session === "") return act();
    try {
      return await act();
    } catch (error) {
      if (error.code !== "NOT_FOUND") throw error;
      forget();
      return act();
    }
  };
  const named = () => {
    const { person, agent, language } = who();
    const id = snapshot().session;
    return id === "" ? { person, agent, language } : { person, session: id };
  };
  const parts = { ask, store, inSession, named };
  // The next message begins a conversation of its own.
  return { snapshot, subscribe, begin: forget, ...turns(parts), ...changes(parts) };
}

/** What is known of the conversation; each change makes a new object. */
function createStore(session) {
  let state = { ...nothing, session };
  const listeners = new Set();
  const set = (change) => {
    state = { ...state, ...change };
    for (const listen of listeners) listen();
  };
  return {
    snapshot: () => state,
    /** Calls the function after each change; returns what ends that. */
    subscribe(listen) {
      listeners.add(listen);
      return () => listeners.delete(listen);
    },
    set,
    forget: () => set({ ...nothing, mode: state.mode }),
    note(event) {
      if (event.type === "session") {
        const { id, mode = state.mode } = event;
        const isAnother = id !== state.session && state.session !== "";
        set({ session: id, mode, ...(isAnother ? { messages: [], events: [] } : {}) });
      } else if (event.type === "message") set({ messages: [...state.messages, event] });
      if (event.type === "mode") set({ mode: event.to });
      if (!passing.includes(event.type)) set({ events: [...state.events, event] });
    },
  };
}

/** What is said and answered; each resolves with the number of events that came. */
function turns({ ask, store, inSession, named }) {
  const follow = async (answering, onEvent = () => {}) => {
    let count = 0;
    for await (const event of readEvents(await answering)) {
      count++;
      store.note(event);
      await onEvent(event);
    }
    return count;
  };
  return {
    /** Says it and follows the answer. */
    say: (message, { signal, onEvent } = {}) =>
      follow(
        inSession(() => ask("/api/chat", { body: { message, ...named() }, signal })),
        onEvent,
      ),
    /** Sends a WAV file, and follows the answer; `speak`: as speech too. */
    speak: (wav, { signal, onEvent, speak = true } = {}) =>
      follow(
        inSession(() => {
          const { language, ...who } = named();
          const asked = Object.entries({ ...who, person: who.person ?? "", speak });
          const query = new URLSearchParams(asked.filter(([, value]) => value !== undefined));
          return ask(`/api/voice?${query}`, { body: wav, type: "audio/wav", signal });
        }),
        onEvent,
      ),
  };
}

/** What is done with the conversation as a whole. */
function changes({ ask, store, inSession, named }) {
  const { snapshot, set, forget } = store;
  const at = (part = "") => `/api/sessions/${encodeURIComponent(snapshot().session)}${part}`;
  const json = async (path, options) => (await ask(path, options)).json();
  return {
    /** Keeps a message that was said and answered elsewhere; no model is asked. */
    addMessage: ({ role, content, mode = snapshot().mode, language }) =>
      inSession(async () => {
        if (snapshot().session === "") {
          const begun = await json("/api/sessions", { body: { ...named(), mode } });
          set({ session: begun.session.id });
        }
        const { message } = await json(at("/messages"), {
          body: { role, content, mode, language },
        });
        set({ messages: [...snapshot().messages, message] });
        return message;
      }),
    /** Removes what was said, here and on the device; what was learned stays. */
    async clearMemory() {
      if (snapshot().session !== "") await ask(at(), { method: "DELETE" });
      forget();
    },
    async switchMode(mode) {
      set({ mode });
      if (snapshot().session === "") return;
      await ask(at(), { method: "PUT", body: { mode } }).catch((error) => {
        if (error.code !== "NOT_FOUND") throw error; // One that is over has no mode any more.
      });
    },
    /** Reads a conversation; one that is over can be read, and is not gone on with. */
    async open(id) {
      const whole = await json(`/api/sessions/${encodeURIComponent(id)}`);
      const { session, messages, events } = whole;
      const isOver = session.state === "closed";
      set({ session: isOver ? "" : id, messages, events, mode: session.mode });
      return whole;
    },
    /** Ends it: what it taught becomes memory now. Resolves with the event `digest`. */
    async end() {
      if (snapshot().session === "") return { type: "digest", session: null, status: "nothing" };
      const digest = await json(at("/end"), { method: "POST" });
      set({ session: "", events: [...snapshot().events, digest] });
      return digest;
    },
  };
}
