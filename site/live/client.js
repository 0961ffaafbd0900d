// A conversation with Loci over HTTP (docs/http.md) as a small store: what was said, what happened, and whether it is
// spoken or typed. The talk page is made with it; it needs nothing but fetch.

/**
 * Asks the Loci at `url` with its token, or with the headers that `headers()` returns. Rejects with an Error: a sentence,
 * and its `code`.
 */
export function connect({
  url = "",
  token,
  headers = () => ({ authorization: `Bearer ${token}` }),
  fetch = globalThis.fetch,
}) {
  return async (path, { method, body, type = "application/json", signal } = {}) => {
    const sent = type === "application/json" ? JSON.stringify(body) : body;
    const response = await fetch(url + path, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers: body === undefined ? headers() : { ...headers(), "content-type": type },
      body: sent,
      signal,
    });
    if (response.ok) return response;
    const { error } = (await response.json().catch(() => undefined)) ?? {};
    const sentence = error?.message ?? `Loci answered with status ${response.status}`;
    throw Object.assign(new Error(sentence), { code: error?.code });
  };
}

/** The events of an answer, up to `event: done`. Throws where it breaks off; ends quietly where it is stopped. */
async function* readEvents(response) {
  let rest = "";
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read().catch((error) => {
      if (error.name === "AbortError") return { done: true, value: undefined };
      throw new Error("The answer broke off: Loci ended, or the network is gone");
    });
    if (done) return;
    const blocks = (rest + value).split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) {
      if (block.startsWith("event: done")) return;
      if (block.startsWith("data: ")) yield JSON.parse(block.slice(6));
    }
  }
}

const nothing = { session: "", messages: [], events: [], mode: "text" };

/** Not kept as events: they are part of a message, or pass by. */
const passing = ["session", "message", "delta", "audio", "state", "latency"];

/**
 * A conversation: `ask` as `connect` gives it, `who` names person, agent and language for the next one that begins, and
 * `session` is one to continue.
 */
export function createMemory({ ask, who = () => ({}), session = "" }) {
  const store = createStore(session);
  const { snapshot, subscribe, forget } = store;
  /** A conversation that has ended meanwhile is followed by another. */
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
        set({ ...(isAnother && nothing), session: id, mode });
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
    say: (message, { signal, onEvent } = {}) =>
      follow(
        inSession(() => ask("/api/chat", { body: { message, ...named() }, signal })),
        onEvent,
      ),
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
  const { snapshot, set, forget, note } = store;
  const at = (part = "") => `/api/sessions/${encodeURIComponent(snapshot().session)}${part}`;
  const json = async (path, options) => (await ask(path, options)).json();
  return {
    addMessage: ({ role, content, mode = snapshot().mode, language }) =>
      inSession(async () => {
        if (snapshot().session === "") {
          const begun = await json("/api/sessions", { body: { ...named(), mode } });
          set({ session: begun.session.id });
        }
        const body = { role, content, mode, language };
        const { message } = await json(at("/messages"), { body });
        set({ messages: [...snapshot().messages, message] });
        return message;
      }),
    async clearMemory() {
      if (snapshot().session !== "") await ask(at(), { method: "DELETE" });
      forget();
    },
    async switchMode(to) {
      const { mode: from, session } = snapshot();
      if (to === from) return;
      note({ type: "mode", from, to });
      if (session === "") return;
      await ask(at(), { method: "PUT", body: { mode: to } }).catch((error) => {
        if (error.code !== "NOT_FOUND") throw error; // A conversation that has ended has no mode any more.
      });
    },
    async open(id) {
      const whole = await json(`/api/sessions/${encodeURIComponent(id)}`);
      const { session, messages, events } = whole;
      const hasEnded = session.state === "closed";
      set({ session: hasEnded ? "" : id, messages, events, mode: session.mode });
      return whole;
    },
    async end() {
      if (snapshot().session === "") return { type: "digest", session: null, status: "nothing" };
      const digest = await json(at("/end"), { method: "POST" });
      set({ session: "", events: [...snapshot().events, digest] });
      return digest;
    },
  };
}
