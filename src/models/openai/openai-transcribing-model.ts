import { short } from "../server-failure.ts";

/** The one model of a list that transcribes, or what to do where that is not clear. */
export function onlyTranscribingModel(
  listed: readonly { readonly id: string }[] | undefined,
): { readonly name: string } | { readonly state: string } {
  const able = (listed ?? []).map(({ id }) => id).filter((id) => transcribing.test(id));
  const [name] = able;
  // Servers without a list, such as whisper.cpp's, have one model and do not read its name.
  if (name === undefined) return { name: usual };
  if (able.length === 1 || able.includes(usual)) {
    return { name: able.includes(usual) ? usual : name };
  }
  const shown = able.slice(0, 5).map((id) => `"${short(id)}"`);
  return {
    state: `it has several models that transcribe; name one in voice.transcriber.model: ${shown.join(", ")}`,
  };
}

const usual = "whisper-1";

/** Names of models that listen. */
const transcribing =
  /whisper|transcribe|parakeet|canary|wav2vec|moonshine|distil-|sensevoice|\b(?:stt|asr)\b/i;
