/** What a server sent: an event of a stream, an error in its midst, or one whole document in place of a stream. */
export interface ServerEvent {
  readonly type: "data" | "error" | "whole";
  readonly text: string;
}

export interface EventReader {
  /** Takes the next characters and returns the events that they complete. */
  push(text: string): readonly ServerEvent[];
  /** Gives what was left open. */
  end(): readonly ServerEvent[];
}

/** Reads server-sent events; what does not begin as such, whatever its content type, is kept as one whole document. */
export function createEventReader(): EventReader {
  let start = "";
  let lines: EventReader | undefined;
  return {
    push(text) {
      if (lines !== undefined) return lines.push(text);
      start += text;
      const head = start.trimStart().slice(0, 6);
      if (head.length < 6 && !/[:{[<]/.test(head)) return [];
      lines = /^(data|event|id|retry|error)?:/.test(head) ? createLineReader() : wholeReader();
      return lines.push(start);
    },
    end: () => lines?.end() ?? (start.trim() === "" ? [] : [{ type: "whole", text: start }]),
  };
}

function wholeReader(): EventReader {
  const parts: string[] = [];
  return {
    push(text) {
      parts.push(text);
      return [];
    },
    end: () => [{ type: "whole", text: parts.join("") }],
  };
}

function createLineReader(): EventReader {
  /** Pieces of the line that is not complete. */
  const open: string[] = [];
  let afterReturn = false;
  const block = createBlock();
  return {
    push(text) {
      // "\r\n" may come in two pieces.
      const rest = afterReturn && text.startsWith("\n") ? text.slice(1) : text;
      if (text !== "") afterReturn = text.endsWith("\r");
      const pieces = rest.split(/\r\n|\n|\r/);
      const last = pieces.pop() ?? "";
      const events = pieces.flatMap((piece) => {
        const line = open.join("") + piece;
        open.length = 0;
        return block.line(line);
      });
      open.push(last);
      return events;
    },
    // The standard would drop an event without its blank line; some servers close right after the last one.
    end: () => [...block.line(open.join("")), ...block.line("")],
  };
}

/** The lines up to a blank one. */
function createBlock(): { line(line: string): readonly ServerEvent[] } {
  let data: string[] = [];
  let type: "data" | "error" = "data";
  return {
    line(line) {
      if (line === "") {
        const text = data.join("\n");
        const events = data.length === 0 ? [] : [{ type, text }];
        data = [];
        type = "data";
        return events;
      }
      const [, field = "", value = ""] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
      if (field === "data") data.push(value);
      // llama.cpp once wrote "error: {…}" in place of an event of that name.
      if (field === "error") data.push(value);
      if (field === "error" || (field === "event" && value === "error")) type = "error";
      return [];
    },
  };
}
