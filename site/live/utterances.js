// Cuts what a microphone hears into utterances, and makes WAV files of them. Pure: it knows nothing of a browser.

/** As ears at home: 0.7 s of silence end a sentence, and what is shorter than 0.25 s is none. Seconds. */
const silence = 0.7;
const shortest = 0.25;
/** Kept from before somebody began, because a word begins softly; and the longest turn. */
const before = 0.3;
const longest = 60;
/** How loud speech is: so many times what was heard before it, and never less than this (of 1). */
const louder = 3;
const quietest = 0.008;

/** Takes blocks of samples at a rate, and calls `onUtterance` with the samples of each sentence. */
export function createUtterances({ rate, onUtterance }) {
  let noise = quietest;
  /** Blocks that are kept, and how much of them was speech and has been silence since: seconds. */
  let heard = { blocks: [], length: 0, speech: 0, still: 0 };

  const isSpeech = (block) => {
    const loudness = Math.sqrt(block.reduce((sum, value) => sum + value * value, 0) / block.length);
    const isLoud = loudness > Math.max(quietest, noise * louder);
    if (!isLoud) noise = noise * 0.95 + loudness * 0.05;
    return isLoud;
  };
  const reset = () => {
    heard = { blocks: [], length: 0, speech: 0, still: 0 };
  };
  const dropOld = () => {
    while (heard.length > before) heard.length -= heard.blocks.shift().length / rate;
  };

  return {
    take(block) {
      const seconds = block.length / rate;
      heard.blocks.push(block);
      heard.length += seconds;
      if (isSpeech(block)) {
        heard.speech += seconds;
        heard.still = 0;
      } else heard.still += seconds;
      if (heard.speech === 0) return dropOld();
      if (heard.still < silence && heard.length < longest) return;
      const { blocks, speech } = heard;
      reset();
      if (speech >= shortest) onUtterance(joined(blocks));
    },
    reset,
  };
}

/** Blocks of samples as one. */
export function joined(blocks) {
  const all = new Float32Array(blocks.reduce((sum, block) => sum + block.length, 0));
  let at = 0;
  for (const block of blocks) {
    all.set(block, at);
    at += block.length;
  }
  return all;
}

/** What ears are made for. */
const wantedRate = 16_000;

/** A WAV file, 16 kHz, mono, 16 bits, of samples from -1 to 1; each of its own is the mean of those that it stands for. */
export function toWav(samples, rate) {
  const step = rate / wantedRate;
  const length = Math.floor(samples.length / step);
  const bytes = new DataView(new ArrayBuffer(44 + 2 * length));
  const word = (at, text) => {
    for (const [i, sign] of [...text].entries()) bytes.setUint8(at + i, sign.charCodeAt(0));
  };
  word(0, "RIFF");
  bytes.setUint32(4, 36 + 2 * length, true);
  word(8, "WAVEfmt ");
  bytes.setUint32(16, 16, true);
  bytes.setUint16(20, 1, true);
  bytes.setUint16(22, 1, true);
  bytes.setUint32(24, wantedRate, true);
  bytes.setUint32(28, 2 * wantedRate, true);
  bytes.setUint16(32, 2, true);
  bytes.setUint16(34, 16, true);
  word(36, "data");
  bytes.setUint32(40, 2 * length, true);
  for (let i = 0; i < length; i++) {
    const from = Math.floor(i * step);
    const part = samples.subarray(from, Math.max(from + 1, Math.floor((i + 1) * step)));
    const mean = part.reduce((sum, value) => sum + value, 0) / part.length;
    bytes.setInt16(44 + 2 * i, Math.round(Math.max(-1, Math.min(1, mean)) * 32_767), true);
  }
  return bytes.buffer;
}
