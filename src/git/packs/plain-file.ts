import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

/** A plain file that is read piece by piece. It is opened when needed, and closes itself a second after the last read. */
export interface PlainFile {
  size(): number;
  /** The bytes between two places; fewer where the file ends before. */
  slice(from: number, to: number): Buffer;
  close(): void;
}

/** So that no caller has to close it, and `git gc` on Windows can remove an idle pack. */
const restMs = 1_000;

/** Prepares the reading; nothing is opened yet. */
export function createPlainFile(path: string): PlainFile {
  let file: { readonly fd: number; readonly size: number } | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isUsed = false;
  const close = (): void => {
    clearInterval(timer);
    if (file !== undefined) closeSync(file.fd);
    file = undefined;
  };
  const opened = (): { readonly fd: number; readonly size: number } => {
    isUsed = true;
    if (file !== undefined) return file;
    file = openPlain(path);
    timer = setInterval(() => {
      if (!isUsed) close();
      isUsed = false;
    }, restMs).unref();
    return file;
  };
  return {
    size: () => opened().size,
    slice(from, to) {
      const { fd, size } = opened();
      return readRange(fd, from, Math.min(to, size));
    },
    close,
  };
}

/**
 * All bytes of a plain file. What a clone may bring in place of one, a link or a device without end, is refused;
 * more than `maxBytes` is a SyntaxError.
 */
export function readPlain(path: string, maxBytes: number): Buffer {
  const { fd, size } = openPlain(path);
  try {
    if (size > maxBytes) throw new SyntaxError(`"${path}" is larger than ${maxBytes} bytes`);
    return readRange(fd, 0, size);
  } finally {
    closeSync(fd);
  }
}

const plainRead = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

function openPlain(path: string): { readonly fd: number; readonly size: number } {
  const fd = openSync(path, plainRead);
  const stat = fstatSync(fd);
  if (stat.isFile()) return { fd, size: stat.size };
  closeSync(fd);
  throw new TypeError(`Cannot read "${path}": it is not a plain file`);
}

function readRange(fd: number, from: number, to: number): Buffer {
  const bytes = Buffer.allocUnsafe(Math.max(0, to - from));
  let length = 0;
  while (length < bytes.length) {
    const read = readSync(fd, bytes, length, bytes.length - length, from + length);
    if (read === 0) break;
    length += read;
  }
  return bytes.subarray(0, length);
}
