/** The lines of a commit or tag, one character a byte, and its message. */
export function splitHead(content: Buffer): [head: string, message: Buffer] {
  const end = content.indexOf("\n\n");
  if (end < 0) return [content.toString("latin1").trimEnd(), Buffer.alloc(0)];
  return [content.toString("latin1", 0, end), content.subarray(end + 2)];
}

/** The lines of a commit's head without signatures, which run over several. */
export function unsigned(head: string): string[] {
  let isSigned = false;
  return head.split("\n").filter((line) => {
    if (!line.startsWith(" ")) isSigned = /^(?:gpgsig|gpgsig-sha256|mergetag) /.test(line);
    return !isSigned;
  });
}
