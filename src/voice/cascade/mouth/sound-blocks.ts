/** Sound in the order it was made, joined into blocks: a thousand tiny pieces take no more memory than their bytes. */
export interface SoundBlocks extends AsyncIterable<Uint8Array> {
  push(bytes: Uint8Array): void;
  /** Resolves once there is room for more: the reader has taken some, or it is closed. */
  room(): Promise<void>;
  /** What is in it is still read. */
  close(): void;
  /** There is nothing to be taken yet. */
  readonly isEmpty: boolean;
  readonly isFull: boolean;
}

/** Bytes. */
const blockSize = 8_192;
/** A reader that waits gets less at once: some 20 ms. */
const leastBlock = 1_024;
/** Read ahead: twenty seconds of the best voice, more than most sentences take. */
const mostBytes = 2_097_152;

/** Begins empty. One reader. */
export function createSoundBlocks(): SoundBlocks {
  const blocks: Uint8Array[] = [];
  let open = Buffer.allocUnsafeSlow(blockSize);
  let filled = 0;
  let bytes = 0;
  let isClosed = false;
  let wake: (() => void) | undefined;
  let makeRoom: (() => void) | undefined;
  const rouse = (): void => {
    wake?.();
    wake = undefined;
  };
  const tellRoom = (): void => {
    if (!isClosed && bytes >= mostBytes) return;
    makeRoom?.();
    makeRoom = undefined;
  };
  const closeBlock = (): void => {
    if (filled === 0) return;
    const isFull = filled === blockSize;
    blocks.push(isFull ? open : new Uint8Array(open.subarray(0, filled)));
    if (isFull) open = Buffer.allocUnsafeSlow(blockSize);
    filled = 0;
  };
  const isEmpty = (): boolean => blocks.length === 0 && filled < leastBlock;
  const take = (): Uint8Array | undefined => {
    if (blocks.length === 0 && (isClosed || filled >= leastBlock)) closeBlock();
    const block = blocks.shift();
    bytes -= block?.length ?? 0;
    tellRoom();
    return block;
  };
  return {
    push(piece) {
      if (isClosed) return;
      bytes += piece.length;
      for (let at = 0; at < piece.length; ) {
        const part = piece.subarray(at, at + blockSize - filled);
        open.set(part, filled);
        filled += part.length;
        at += part.length;
        if (filled === blockSize) closeBlock();
      }
      if (!isEmpty()) rouse();
    },
    async room() {
      if (isClosed || bytes < mostBytes) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      makeRoom = resolve;
      await promise;
    },
    close() {
      isClosed = true;
      rouse();
      tellRoom();
    },
    get isEmpty() {
      return isEmpty();
    },
    get isFull() {
      return bytes >= mostBytes;
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        for (let block = take(); block !== undefined; block = take()) yield block;
        if (isClosed) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}
