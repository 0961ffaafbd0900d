import { z } from "zod";
import { address, choice, keyFile, section, text, toggle, whole, words } from "./fields.ts";

const httpOrTcp = address("http", "https", "tcp").optional();
const device = z.string().regex(
  // No word that a program takes for a flag, and no device that writes what is heard into a file.
  /^(?!.*\b(?:file|tee):)\w[\w:=,.@/-]{0,119}$/i,
  "use the name of an ALSA device, as `loci doctor --audio` lists them",
);
const names = z.array(z.string().trim().min(2).max(40)).min(1);
const chip = z.string().regex(/^[\w/][\w/-]{0,59}$/, "use a name such as gpiochip0");
const languageOrAny = z.string().regex(/^(?:[a-z]{2}|any)$/, "use a two-letter code or `any`");

/** Settings of ears and mouth; they belong to one device. */
export const voiceSettings = section({
  enabled: toggle(false, "`loci up` listens and speaks too"),
  activation: choice(["name", "wake", "push", "open"], "name", "What makes it listen"),
  names: names
    .default(["loci", "loki", "لوكي"])
    .describe("Its names; also as transcribers misspell them"),
  microphone: device.default("default").describe("ALSA device that is listened to"),
  speaker: device.default("default").describe("ALSA device that speaks; `none`: it only writes"),
  silenceMs: whole(200, 5_000, 700, "Silence that ends a turn (milliseconds)"),
  bargeIn: choice(["off", "word", "speech"], "off", "What interrupts it: a stop word, any speech"),
  orchestrator: choice(["cascade", "live"], "cascade", "`live`: one model that hears and speaks"),
  live: section({
    url: address("https").optional().describe("https://…/v1 for /realtime; OpenAI by default"),
    model: text.default("gpt-realtime-2.1").describe("Model to talk with"),
    voice: text.max(100).optional().describe("Voice to speak with"),
    apiKeyFile: keyFile("LOCI_LIVE_API_KEY"),
  }),
  transcriber: section({
    provider: choice(
      ["auto", "pocketsphinx", "openai", "wyoming"],
      "auto",
      "`auto`: the server of `url`, else OpenAI where a `model` is named, else pocketsphinx (English)",
    ),
    url: httpOrTcp.describe("http(s)://…/v1 for /audio/transcriptions, tcp://… for Wyoming"),
    model: words("Model to ask for; OpenAI's is gpt-transcribe, others' whisper-1"),
    apiKeyFile: keyFile("LOCI_TRANSCRIBER_API_KEY"),
  }),
  synthesizer: section({
    provider: choice(["auto", "espeak", "openai", "wyoming"], "auto", "`auto`: `url`, or espeak"),
    url: httpOrTcp.describe("http(s)://…/v1 for /audio/speech, tcp://… for Wyoming"),
    model: words("Model to ask for; tts-1 without one"),
    voices: z
      .record(languageOrAny, text.max(100))
      .default({})
      .describe("Voice by language, such as `ca: ca_ES-upc_ona-medium`; `any` for all others"),
    apiKeyFile: keyFile("LOCI_SYNTHESIZER_API_KEY"),
  }),
  wake: section({ url: address("tcp").optional().describe("Wyoming server for the wake word") }),
  button: section({
    gpioChip: chip.default("gpiochip0").describe("GPIO chip of a button to push and talk"),
    gpioLine: z.int().min(0).max(1_000).optional().describe("Its line, which it grounds"),
  }),
});
