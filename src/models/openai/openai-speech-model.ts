import { short } from "../server-failure.ts";

/** The one model of a list that speaks, or what to do where that is not clear. */
export function onlySpeechModel(
  listed: readonly { readonly id: string }[] | undefined,
): { readonly name: string } | { readonly state: string } {
  const set = "voice.synthesizer.model";
  if (listed === undefined) return { state: `it does not list its models; name one in ${set}` };
  const able = listed.map(({ id }) => id).filter((id) => speech.test(id));
  const [name] = able;
  if (name === undefined) {
    return { state: `it lists no model for speech; load one there, or name one in ${set}` };
  }
  if (able.length === 1) return { name };
  const shown = able.slice(0, 5).map((id) => `"${short(id)}"`);
  return { state: `it has several models for speech; name one in ${set}: ${shown.join(", ")}` };
}

/** Names of models that speak. */
const speech = /\btts|tts\b|kokoro|piper|speecht5|xtts|\bbark\b|chatterbox|orpheus|parler|vits/i;
