/** Whether there is anything in a text to say; marks alone are silence. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** Nothing, said. */
export const silence = {
  rate: 22_050,
  pcm: {
    async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {},
  },
} as const;
