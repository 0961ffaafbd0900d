import { isCommittable } from "../git/check-path.ts";

/**
 * Whether a path is one whose changes a sync commits: nothing that editors leave about, and no transcripts, which are
 * not Loci's to publish, whatever the vault's `.gitignore` says.
 */
export function isHandEdit(path: string): boolean {
  return isCommittable(path) && !isLeftover(path) && !path.startsWith("conversations/");
}

/** Backups, swap files and locks of editors. */
function isLeftover(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return /^(?:4913|\.#.*|#.*#|.*~|\..*\.sw[a-p]|.*\.(?:swp|swo|tmp|crdownload|part)|\.DS_Store|Thumbs\.db)$/is.test(
    name,
  );
}
