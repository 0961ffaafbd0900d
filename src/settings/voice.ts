import { z } from "zod";

const address = (schemes: readonly string[], advice: string) =>
  z
    .url(advice)
    .refine((text) => schemes.includes(URL.parse(text)?.protocol ?? ""), advice)
    .refine((text) => URL.parse(text)?.password === "", "write no password into the address")
    .optional();

const httpOrTcp = address(
  ["http:", "https:", "tcp:"],
  "write an address with http://, https:// or tcp://",
);
const device = z.string().regex(
  // No word that a program takes for a flag, and no device that writes what is heard into a file.
  /^(?!.*\b(?:file|tee):)\w[\w:=,.@/-]{0,119}$/i,
  "use the name of an ALSA device, as `loci doctor --audio` lists them",
);
const keyFile = z.string().min(1).optional();

/** Settings of ears and mouth; they belong to one device. */
export const voiceSettings = z
  .strictObject({
    enabled: z
      .boolean()
      .default(false)
      .describe("`loci up` listens and speaks too; `loci voice` does so in any case"),
    activation: z
      .enum(["name", "wake", "push", "open"])
      .default("name")
      .describe(
        "What makes it listen: its name at the beginning of what is said, a wake word, a button, or all that is said (only where nobody else and no television speaks)",
      ),
    names: z
      .array(z.string().trim().min(2).max(40))
      .min(1)
      .default(["loci", "loki"])
      .describe("What it is called; also as transcribers misspell it"),
    microphone: device.default("default").describe("ALSA device that is listened to"),
    speaker: device
      .default("default")
      .describe("ALSA device that speaks; `none`: replies are written only"),
    silenceMs: z
      .int()
      .min(200)
      .max(5_000)
      .default(700)
      .describe("Silence that ends a turn (milliseconds): 400 is brisk, 1250 leaves time to think"),
    bargeIn: z
      .enum(["off", "word", "speech"])
      .default("off")
      .describe(
        "What interrupts it while it speaks: nothing, a stop word, or any speech; the latter two want a speakerphone that cancels echo",
      ),
    orchestrator: z
      .enum(["cascade", "live"])
      .default("cascade")
      .describe(
        "Who talks: `cascade`, the transcriber, the model and the synthesizer; `live`, one model that hears and speaks itself, whose place the cascade takes where it cannot be reached",
      ),
    live: z
      .strictObject({
        url: address(["https:"], "write an address with https://").describe(
          "Server: https://…/v1 for /realtime; OpenAI by default",
        ),
        model: z.string().min(1).default("gpt-realtime-2.1").describe("Model to talk with"),
        transcriptionModel: z
          .string()
          .min(1)
          .default("gpt-transcribe")
          .describe("Model of that server that writes down what is heard"),
        voice: z.string().min(1).max(100).optional().describe("Voice to speak with"),
        apiKeyFile: keyFile.describe(
          "File outside the vault that holds the key; or LOCI_LIVE_API_KEY",
        ),
      })
      .prefault({})
      .describe("The model that hears and speaks, for orchestrator `live`"),
    transcriber: z
      .strictObject({
        provider: z
          .enum(["auto", "pocketsphinx", "openai", "wyoming"])
          .default("auto")
          .describe(
            "`auto`: the server of `url`, else OpenAI where a `model` is named, else pocketsphinx (English only), which needs Debian's package and no network",
          ),
        url: httpOrTcp.describe(
          "Server: http(s)://…/v1 for /audio/transcriptions, tcp://host:port for Wyoming",
        ),
        model: z
          .string()
          .min(1)
          .optional()
          .describe("Model to ask for; OpenAI's is gpt-transcribe"),
        apiKeyFile: keyFile.describe(
          "File outside the vault that holds the key; or LOCI_TRANSCRIBER_API_KEY",
        ),
      })
      .prefault({})
      .describe("What turns speech into text"),
    synthesizer: z
      .strictObject({
        provider: z
          .enum(["auto", "espeak", "openai", "wyoming"])
          .default("auto")
          .describe(
            "`auto`: the server of `url`, else espeak-ng; espeak-ng also steps in for a server that is gone",
          ),
        url: httpOrTcp.describe(
          "Server: http(s)://…/v1 for /audio/speech, tcp://host:port for Wyoming",
        ),
        model: z.string().min(1).optional().describe("Model to ask for"),
        voices: z
          .record(
            z.string().regex(/^(?:[a-z]{2}|any)$/, "use a two-letter code or `any`"),
            z.string().min(1).max(100),
          )
          .default({})
          .describe("Voice by language, such as `ca: ca_ES-upc_ona-medium`; `any` for all others"),
        apiKeyFile: keyFile.describe(
          "File outside the vault that holds the key; or LOCI_SYNTHESIZER_API_KEY",
        ),
      })
      .prefault({})
      .describe("What turns text into speech"),
    wake: z
      .strictObject({
        url: address(["tcp:"], "write an address with tcp://").describe(
          "Wyoming server that hears the wake word (wyoming-openwakeword), such as tcp://127.0.0.1:10400",
        ),
      })
      .prefault({})
      .describe("Wake word, for activation `wake`"),
    button: z
      .strictObject({
        gpioChip: z
          .string()
          .regex(/^[\w/][\w/-]{0,59}$/, "use a name such as gpiochip0")
          .default("gpiochip0")
          .describe("GPIO chip of a button"),
        gpioLine: z
          .int()
          .min(0)
          .max(1_000)
          .optional()
          .describe("GPIO line of a button that connects it to ground; none by default"),
      })
      .prefault({})
      .describe("A button to push and talk"),
  })
  .prefault({})
  .describe(
    "Voice on this device: microphone, speaker, recognition, synthesis (device.yaml, environment)",
  );
