/** The voice for a language among names such as `ca_ES-upc_ona-medium`; a server lists its own default first. */
export function choosePiperVoice(names: readonly string[], language: string): string | undefined {
  const code = /^[a-z]+/.exec(language.toLowerCase())?.[0];
  return names.find(
    (name) => code !== undefined && /^[a-z]+/i.exec(name)?.[0].toLowerCase() === code,
  );
}
