// Text or voice, in one press. By voice the page listens with the browser's microphone, hands-free or while a button is held,
// sends each sentence to /api/voice in the same conversation, and plays the reply.

import { createPlayer, openMicrophone } from "./microphone.js";
import { store, stored } from "./speaker.js";
import { add } from "./turn-view.js";
import { createUtterances, joined, toWav } from "./utterances.js";

const at = (id) => document.getElementById(id);
const [asText, asVoice, ears, hold] = ["as-text", "as-voice", "ears", "hold"].map(at);
const [handsFree, doing, stop] = ["hands-free", "doing", "stop"].map(at);

/**
 * Offers both ways. `answer` runs a turn as the page shows it: it takes what client.js does, and what looks at each event;
 * `isBusy` says that one runs.
 */
export function offerVoice(conversation) {
  const voice = new Voice(conversation);
  const failing = (action) => action().catch(({ message }) => void add("p", "failed", message));
  asVoice.addEventListener("click", () => failing(() => voice.begin()));
  asText.addEventListener("click", () => failing(() => voice.end()));
  const press = () => failing(async () => voice.press());
  hold.addEventListener("pointerdown", press);
  for (const name of ["pointerup", "pointercancel", "pointerleave", "keyup", "blur"]) {
    hold.addEventListener(name, () => voice.release());
  }
  hold.addEventListener("keydown", (event) => {
    if (![" ", "Enter"].includes(event.key)) return;
    event.preventDefault();
    void press();
  });
  stop.addEventListener("click", () => voice.player.stop());
  addEventListener("keydown", ({ key }) => key === "Escape" && voice.player.stop());
  handsFree.checked = stored("hands-free") !== "no";
  handsFree.addEventListener("change", () => {
    store("hands-free", handsFree.checked ? "yes" : "no");
    voice.listen();
  });
  if (stored("mode") !== "voice") return;
  show("voice");
  doing.textContent = "Press Voice to go on talking."; // Browsers let a page hear and speak only after a press.
}

class Voice {
  player = createPlayer();
  microphone;
  utterances;
  /** What is heard while the button is held. */
  held;
  /** The browser asks whether the page may hear. */
  isOpening = false;

  constructor({ memory, answer, isBusy }) {
    Object.assign(this, { memory, answer, isBusy });
  }

  async begin() {
    if (this.microphone !== undefined || this.isOpening) return;
    this.isOpening = true;
    try {
      await this.open();
    } finally {
      this.isOpening = false;
    }
    show("voice");
    this.listen();
    await this.memory.switchMode("voice");
  }

  async open() {
    const gone = () => {
      add("p", "failed", "The microphone is gone: plug it in, then press Voice again.");
      void this.end();
    };
    const { rate, close } = await openMicrophone((block) => this.hear(block), gone);
    this.microphone = { rate, close };
    this.utterances = createUtterances({ rate, onUtterance: (samples) => void this.send(samples) });
  }

  async end() {
    if (!isChosen(asVoice)) return;
    this.microphone?.close();
    this.microphone = undefined;
    this.held = undefined;
    this.player.stop();
    doing.textContent = "";
    show("text");
    await this.memory.switchMode("text");
  }

  /** Hands-free, its own voice is not heard, nor what is said while it thinks. */
  hear(block) {
    if (this.held !== undefined) this.held.push(block);
    else if (handsFree.checked && !this.isBusy() && !this.player.isPlaying()) {
      this.utterances?.take(block);
    }
  }

  /** Hears again, and says so. */
  listen() {
    if (this.microphone === undefined) return;
    this.utterances.reset();
    doing.textContent = handsFree.checked ? "Listening …" : "";
  }

  /** Cuts it off: now the person talks. On a page that was loaded again, it opens the microphone first. */
  press() {
    if (this.microphone === undefined) return this.begin();
    if (this.held !== undefined || this.isBusy()) return;
    this.player.stop();
    this.held = [];
    hold.setAttribute("aria-pressed", "true");
    doing.textContent = "Listening …";
  }

  release() {
    if (this.held === undefined) return;
    const samples = joined(this.held);
    this.held = undefined;
    hold.setAttribute("aria-pressed", "false");
    doing.textContent = "";
    void this.send(samples);
  }

  async send(samples) {
    const { memory, microphone, player } = this;
    const wav = toWav(samples, microphone.rate);
    let wasHeard = false;
    const onEvent = (event) => {
      if (event.type === "heard") wasHeard = true;
      if (event.type === "audio") player.play(event.wav);
      else showVoiceEvent(event);
    };
    await this.answer(async (how) => {
      const count = await memory.speak(wav, how);
      if (!wasHeard && !how.signal.aborted) add("p", "aside", "Nothing was heard.");
      return count;
    }, onEvent);
    stop.hidden = !player.isPlaying();
    await player.rest();
    stop.hidden = true;
    this.listen();
  }
}

const isChosen = (button) => button.getAttribute("aria-pressed") === "true";

function show(mode) {
  store("mode", mode);
  asText.setAttribute("aria-pressed", String(mode === "text"));
  asVoice.setAttribute("aria-pressed", String(mode === "voice"));
  ears.hidden = mode === "text";
}

/** What was said stands as a question does; what was not taken says why. */
function showVoiceEvent({ type, text, taken, why, isOwn, message }) {
  if (type === "heard" && taken) add("p", "asked", text);
  else if (type === "heard") add("p", "aside", reasons[why] ?? `That was not taken: ${text}`);
  else if (type === "trouble") add("p", "failed", message);
  else if (type === "spoken" && isOwn) add("p", "aside", text);
}

const reasons = {
  noise: "That was too short or too quiet.",
  empty: "There were no words in it.",
  failed: "It could not be written down.",
  unclear: "That was not clear: say it again, or type it.",
  invented: "That was not clear: say it again, or type it.",
  endless: "That was too long for one turn.",
};
