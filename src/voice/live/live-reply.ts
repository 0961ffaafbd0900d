import { realtimeRate } from "../../models/realtime.ts";
import { createQueue, type Queue } from "../async/queue.ts";
import { createReplyText, type ReplyText } from "../cascade/output/reply-text.ts";
import type { LiveReply, VoicedText } from "../voice-ports.ts";

/** A reply, as the live model makes it. */
export interface LiveReplyInMaking extends LiveReply {
  /** The model says these words itself: when they come to `write`, they need no other voice. */
  voice(words: string): void;
  /** Sound of an item; its words, and what is to be cut of it, are the item's. */
  sound(item: VoicedItem, pcm: Uint8Array): void;
  /** The item that is sounding has all its sound. */
  endSound(): void;
}

export interface VoicedItem {
  readonly id: string;
  readonly words: () => string;
  readonly cut: (ms: number) => void;
}

/** `onEnd`: its turn is over. */
export function createLiveReply(onEnd: () => void): LiveReplyInMaking {
  const segments = createQueue<VoicedText | ReplyText>();
  const voiced: string[] = [];
  let writing: ReplyText | undefined;
  let sounding: { readonly id: string; readonly pcm: Queue<Uint8Array> } | undefined;
  const endSound = (): void => {
    sounding?.pcm.close();
    sounding = undefined;
  };
  const endWriting = (): void => {
    writing?.end();
    writing = undefined;
  };
  return {
    voice(words) {
      voiced.push(words);
    },
    sound(item, pcm) {
      if (sounding?.id !== item.id) {
        endSound();
        endWriting();
        sounding = { id: item.id, pcm: createQueue() };
        segments.push(voicedText(item, sounding.pcm));
      }
      sounding.pcm.push(pcm);
    },
    endSound,
    write(text) {
      if (voiced[0] === text) {
        voiced.shift();
        return;
      }
      if (writing === undefined) {
        writing = createReplyText();
        segments.push(writing);
      }
      writing.write(text);
    },
    flush: endWriting,
    end() {
      endSound();
      endWriting();
      segments.close();
      onEnd();
    },
    async *utterances() {
      for await (const segment of segments) {
        if ("speech" in segment) yield segment;
        else yield* segment.sentences();
      }
    },
  };
}

function voicedText({ words, cut }: VoicedItem, pcm: AsyncIterable<Uint8Array>): VoicedText {
  return {
    get text() {
      return words();
    },
    speech: { rate: realtimeRate, pcm },
    cut,
  };
}
