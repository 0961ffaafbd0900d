// The browser's microphone, and its speaker. Neither is touched before somebody asks for voice.

let context;

/** What plays; it may begin only with a press. */
function audio() {
  context ??= new AudioContext();
  void context.resume();
  return context;
}

/**
 * Opens the microphone; `onBlock` takes samples as they come, and `onGone` is called when it is unplugged or forbidden.
 * Rejects with an Error that has a sentence for the person.
 */
export async function openMicrophone(onBlock, onGone) {
  if (!globalThis.isSecureContext || navigator.mediaDevices === undefined) {
    throw new Error(
      "Browsers give the microphone only to pages of this device (127.0.0.1) or with https: open Loci there to talk.",
    );
  }
  const own = audio(); // Within the press that asked for it.
  await own.audioWorklet.addModule("/talk/capture.js");
  const wanted = { channelCount: 1, echoCancellation: true };
  const stream = await navigator.mediaDevices
    .getUserMedia({ audio: { ...wanted, noiseSuppression: false, autoGainControl: false } })
    .catch(({ name, message }) => {
      throw new Error(sentences[name] ?? `The microphone cannot be used: ${message}`);
    });
  const source = own.createMediaStreamSource(stream);
  const capture = new AudioWorkletNode(own, "loci-capture", { numberOfOutputs: 0 });
  capture.port.addEventListener("message", ({ data }) => onBlock(data));
  capture.port.start();
  source.connect(capture);
  for (const track of stream.getTracks()) track.addEventListener("ended", onGone);
  return {
    rate: own.sampleRate,
    close() {
      source.disconnect();
      for (const track of stream.getTracks()) track.stop();
    },
  };
}

const sentences = {
  NotAllowedError:
    "The browser does not let this page hear: allow the microphone beside the address, then press Speak again.",
  NotFoundError: "There is no microphone on this device: plug one in, then press Speak again.",
  NotReadableError:
    "The microphone is in use by another program: close that, then press Speak again.",
};

/** Plays WAV files one after the other. */
export function createPlayer() {
  let last = Promise.resolve();
  let source;
  let waiting = 0;
  /** Grows with each stop: what was to be played before is not. */
  let turn = 0;
  async function playOne(base64, own) {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    const buffer = await audio().decodeAudioData(bytes.buffer);
    if (own !== turn) return;
    source = audio().createBufferSource();
    source.buffer = buffer;
    source.connect(audio().destination);
    await new Promise((resolve) => {
      source.addEventListener("ended", resolve);
      source.start();
    });
  }
  return {
    play(base64) {
      const own = turn;
      waiting++;
      const next = () => (own === turn ? playOne(base64, own) : undefined);
      last = last
        .then(next)
        .catch(() => {}) // What cannot be played is read.
        .finally(() => waiting--);
    },
    isPlaying: () => waiting > 0,
    /** Resolves when it is still. */
    rest: () => last,
    stop() {
      turn++;
      source?.stop();
    },
  };
}
