/** The line at the top of a part that leads back to the rest of its topic. */
export const upLink = (name: string, words: string): string => `↑ [[${name}|${words}]]`;

/** It shows the way, and says nothing to remember. */
export const isUpLink = (text: string): boolean => /^↑ \[\[[^[\]\n]*\]\]$/.test(text.trim());
