/**
 * Git's wildmatch: `*` stays within a name, `**` crosses slashes. A pattern without a slash is matched
 * against the last name, any other against the whole path.
 */
export function globToRegExp(glob: string): RegExp {
  const anchored = glob.slice(0, -1).includes("/");
  const body = glob
    .replace(/^\//, "")
    .replace(
      /\\.|(?<=^|\/)\*\*(\/|$)|\*+|\?|\[!?\]?[^\]]*\]|[^\\*?[]/gsu,
      (token: string, end?: string) => {
        if (end === "/") return "(?:.*/)?";
        if (end === "") return ".*";
        if (token.startsWith("*")) return "[^/]*";
        if (token === "?") return "[^/]";
        if (token.startsWith("[")) return classToRegExp(token);
        const character = token.startsWith("\\") ? token.slice(1) : token;
        return character.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
      },
    );
  try {
    return new RegExp(`^${anchored ? "" : "(?:.*/)?"}${body}$`, "s");
  } catch {
    return /(?!)/; // a class that git cannot read either matches nothing
  }
}

const classToRegExp = (token: string): string =>
  `(?!/)${token.replace(/^\[!/, "[^").replace(/\\(?![\w\]\\^-])/g, "\\\\")}`;
