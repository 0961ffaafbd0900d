/** Returns a function that takes bytes in chunks of any length and returns the frames of `samples` 16-bit samples they complete. */
export function createFrameCutter(samples: number): (bytes: Uint8Array) => Int16Array[] {
  const frame = new Uint8Array(samples * 2);
  let filled = 0;
  return (bytes) => {
    const frames: Int16Array[] = [];
    for (let at = 0; at < bytes.length; ) {
      const part = bytes.subarray(at, at + frame.length - filled);
      frame.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled < frame.length) break;
      frames.push(new Int16Array(frame.slice().buffer));
      filled = 0;
    }
    return frames;
  };
}
