import { join } from "node:path";
import type { Editor } from "./build-options.ts";

/** An address that opens a line of a file of the vault in the person's editor. */
export function editorLink(editor: Editor, root: string, path: string, line: number): string {
  const file = join(root, path).replaceAll("\\", "/");
  const encoded = file.split("/").map(encodeURIComponent).join("/");
  switch (editor) {
    case "idea":
      return `idea://open?file=${encodeURIComponent(file)}&line=${line}`;
    case "obsidian":
      // Knows no lines.
      return `obsidian://open?path=${encodeURIComponent(file)}`;
    case "vscode":
    case "vscodium":
    case "cursor":
    case "zed":
      return `${editor}://file${encoded.startsWith("/") ? "" : "/"}${encoded}:${line}`;
  }
}
