// One button to speak. Pressed, the page listens with the browser's microphone, sends each sentence to /api/voice in the same
// conversation, and plays the reply; pressed again, the conversation is typed again.

import { createPlayer, openMicrophone } from "./microphone.js";
import { add, at } from "./page.js";
import { createUtterances, toWav } from "./utterances.js";

const [button, doing] = ["speak", "doing"].map(at);

/**
 * Offers it. `answer` runs a turn as the page shows it: it takes what client.js does, and what looks at each event; `isBusy`
 * says that one runs. Returns the speaker that plays replies.
 */
export function offerVoice({ memory, answer, isBusy }) {
  const player = createPlayer();
  let microphone;
  let utterances;

  button.addEventListener("click", () => {
    const isOn = button.ariaPressed === "true";
    void (isOn ? end() : begin()).catch(({ message }) => add("p", "failed", message));
  });

  async function begin() {
    button.disabled = true; // The browser asks whether the page may use the microphone.
    microphone = await openMicrophone(hear, gone).finally(() => {
      button.disabled = false;
    });
    const { rate } = microphone;
    utterances = createUtterances({
      rate,
      onUtterance: (samples) => void send(toWav(samples, rate)),
    });
    button.ariaPressed = "true";
    listen();
    await memory.switchMode("voice");
  }

  async function end() {
    microphone?.close();
    microphone = undefined;
    player.stop();
    doing.textContent = "";
    button.ariaPressed = "false";
    await memory.switchMode("text");
  }

  function gone() {
    add("p", "failed", "The microphone is gone: plug it in, then press Speak again.");
    void end();
  }

  /** Neither its own voice is heard, nor what is said while it thinks. */
  function hear(block) {
    if (!isBusy() && !player.isPlaying()) utterances?.take(block);
  }

  function listen() {
    if (microphone === undefined) return;
    utterances.reset();
    doing.textContent = "Listening …";
  }

  async function send(wav) {
    let wasHeard = false;
    const onEvent = (event) => {
      if (event.type === "heard") wasHeard = true;
      if (event.type === "audio") player.play(event.wav);
      else showVoiceEvent(event);
    };
    await answer(async (how) => {
      const count = await memory.speak(wav, how);
      if (!wasHeard && !how.signal.aborted) add("p", "aside", "Nothing was heard.");
      await player.rest();
      return count;
    }, onEvent);
    listen();
  }

  return player;
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
  failed: "That could not be transcribed.",
  unclear: "That was not clear: say it again, or type it.",
  invented: "That was not clear: say it again, or type it.",
  endless: "That was too long for one turn.",
};
