import { randomUUID } from "node:crypto";
import { speechRate } from "../transcribe.ts";
import { wavHeader } from "../wav-header.ts";

/** A field's name and value, as often as it has values. */
export type FormField = readonly [name: string, value: string];

/** A form with one sound file. */
export interface SoundForm {
  /** For the header: it names the boundary. */
  readonly contentType: string;
  toBytes(fields: readonly FormField[], pcm: Int16Array): Uint8Array;
}

/** Makes forms that share a boundary, which no sound holds but by a chance of one in 2^122. */
export function createSoundForm(): SoundForm {
  const boundary = `loci-${randomUUID()}`;
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    toBytes(fields, pcm) {
      const head = fields
        .map(([name, value]) => `${partHead(boundary, `name="${name}"`)}\r\n${value}\r\n`)
        .join("");
      const file = 'name="file"; filename="speech.wav"';
      return Buffer.concat([
        Buffer.from(`${head}${partHead(boundary, file)}Content-Type: audio/wav\r\n\r\n`),
        wavHeader(pcm.byteLength, { rate: speechRate }),
        Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength),
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]);
    },
  };
}

function partHead(boundary: string, disposition: string): string {
  return `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n`;
}
