/** A name as a person can paste it into a shell, where nothing in it means anything and it is no option. */
export function shellWord(name: string): string {
  const word = name.startsWith("-") ? `./${name}` : name;
  return /^[\w@%+=:,./\p{L}-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
