/** The environment for a program that only reads or makes sound: without keys, tokens and the way to systemd. */
export function childEnv(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !secret.test(name)));
}

const secret =
  /_(?:API_KEY|TOKEN|SECRET|PASSWORD)$|^LOCI_.*KEY|^OPENAI_|^AWS_|^NOTIFY_SOCKET$|^CREDENTIALS_DIRECTORY$/i;
