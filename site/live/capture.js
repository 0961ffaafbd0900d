// Runs where sound is made (an AudioWorklet): hands each block of the microphone to the page.

registerProcessor(
  "loci-capture",
  class extends AudioWorkletProcessor {
    process([[channel]]) {
      if (channel !== undefined) this.port.postMessage(channel.slice());
      return true;
    }
  },
);
