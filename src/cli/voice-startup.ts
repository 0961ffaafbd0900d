import type { VoiceInUse } from "../app/voice/open-voice.ts";

interface Opening {
  /** The input is a terminal. */
  readonly hasKeys: boolean;
  readonly languages: readonly string[];
}

/** Returns the lines printed at the start: how to talk to it, which parts are in use, and what leaves the network. */
export function voiceStartupLines(inUse: VoiceInUse, { hasKeys, languages }: Opening): string[] {
  const { transcriber, synthesizers, speaker, microphone } = inUse;
  const [mouth] = synthesizers;
  const says = mouth === undefined ? "replies are written" : `speaks by ${mouth.id} (${speaker})`;
  const clouds = new Set(
    [transcriber, ...synthesizers].filter(({ isCloud }) => isCloud).map(({ id }) => id),
  );
  return [
    `${howTo(inUse, hasKeys)}${hasKeys ? "; Ctrl-D ends" : ""}`,
    `Hears by ${transcriber.id} (microphone ${microphone}), ${says}`,
    ...[...clouds].map((id) =>
      id === transcriber.id
        ? `What you say leaves this network: ${id} writes it down`
        : `What it says leaves this network: ${id} speaks it`,
    ),
    ...unknownLanguages(inUse, languages),
    ...betterEar(transcriber.id),
  ];
}

/** How to get a better ear than the one that is always there; nothing for any other. */
function betterEar(transcriber: string): string[] {
  if (transcriber !== "pocketsphinx") return [];
  return [
    'pocketsphinx understands little. For a better ear: "docker run -d -p 10300:10300 rhasspy/wyoming-whisper --model small-int8 --language auto" here or on a computer at home, and voice.transcriber.url: tcp://127.0.0.1:10300 (or its address) in device.yaml',
  ];
}

function howTo({ activation, names, button }: VoiceInUse, hasKeys: boolean): string {
  const ways: Partial<Record<VoiceInUse["activation"], string>> = {
    open: "talk: all that is said here is taken",
    name: `say "${capital(names[0] ?? "")}, …" to talk to it`,
    wake: "say its wake word to talk to it",
  };
  const parts = [
    ways[activation],
    button === null ? undefined : `hold the button (${button}) and talk`,
    hasKeys ? "press Enter and talk" : undefined,
  ].filter((way) => way !== undefined);
  return capital(parts.join(", or ") || "it waits for a button");
}

/** Returns a sentence on the household's languages that the transcriber doesn't know; empty if it knows them all. */
export function unknownLanguages(
  { transcriber: { id, languages: known } }: VoiceInUse,
  languages: readonly string[],
): string[] {
  const unknown = known === null ? [] : languages.filter((code) => !known.includes(code));
  if (unknown.length === 0) return [];
  return [
    `${id} does not know ${unknown.join(", ")}: set voice.transcriber.url to a server that does (docs/voice.md)`,
  ];
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
