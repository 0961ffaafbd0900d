import { pluralsOf } from "./plurals.ts";

const plural = pluralsOf("en");

/** Every sentence of the interface; the other languages have the same shape. */
export const en = {
  sections: {
    topics: "Topics",
    notes: "Notes",
    people: "People",
    agents: "Agents",
    banks: "Banks",
    tags: "Tags",
    timeline: "Timeline",
    graph: "Graph",
    archive: "Archive",
  },
  frame: {
    skip: "Skip to content",
    menu: "Menu",
    talk: "Talk",
    theme: "Theme",
    themeAuto: "Automatic",
    themeLight: "Light",
    themeDark: "Dark",
    feed: "Feed",
    madeWith: "Made with Loci, from plain text files",
    /** The command is what to type. */
    gone: (command: string) => `Loci is not running: start it with ${command}`,
    ended: "This page’s access has ended: open the address that Loci printed last",
  },
  home: {
    recent: "Lately",
    emptyTitle: "Nothing remembered yet",
    emptyText: "This memory is a folder of plain text files. There are three ways to begin:",
    emptyRemember: "tell it something, in a terminal:",
    emptyExample: "We cook paella with bomba rice",
    emptyTalk: "talk to the agent; what you say is remembered when the conversation ends:",
    emptyFile: "or put a Markdown file into this folder; every list item in it becomes a memory:",
    emptyAfter: "This page fills by itself the next time the site is built.",
  },
  entry: {
    permalink: "Link to this memory",
    edit: "Edit",
    protected: "Protected",
    important: "Important",
    replacedBy: "replaced by",
    replaces: "replaces",
    until: (date: string) => `until ${date}`,
    agent: "Agent",
  },
  document: {
    breadcrumbs: "Where this page is",
    aliases: (names: string) => `also called ${names}`,
    updated: (date: string) => `updated ${date}`,
    created: (date: string) => `begun ${date}`,
    contents: "On this page",
    links: "Links to",
    missing: "Not written yet",
    backlinks: "Linked from",
    source: "Source",
    faults: "Part of this page could not be shown",
    copy: "Copy",
    copied: "Copied",
    selected: "Selected, ready to be copied",
  },
  history: {
    title: "History",
    changes: plural({ one: "# change", other: "# changes" }),
    added: "Added",
    removed: "Removed",
    notes: "Other text of the page changed.",
    ends: {
      older: "There are older changes: loci history tells them.",
      shallow: "This copy of the memory does not have what was before.",
      damaged: "What was before could not be read.",
    },
    by: (author: string) => `by ${author}`,
    device: (device: string) => `on ${device}`,
  },
  group: {
    documents: "Pages",
    memories: "Memories",
    lines: "Lines",
  },
  pages: {
    previous: "Previous",
    next: "Next",
    position: (number: string, count: string) => `Page ${number} of ${count}`,
  },
  days: {
    week: "The last seven days",
    conversation: "Conversation",
    byHand: "Edited by hand",
    learned: "Learned",
    replaced: "Replaced",
    known: "Already known",
    kept: "Kept as it was",
    changed: "Changed",
    was: "before:",
    with: (agent: string) => `with ${agent}`,
    voice: "voice",
    text: "text",
  },
  lists: {
    folders: "Folders",
    general: "General",
    other: "Other",
    empty: "There is nothing here yet.",
    undated: (memories: string) => `${memories} without a date`,
  },
  graph: {
    empty: "No page links to another yet.",
    links: plural({ one: "# link", other: "# links" }),
    canvas:
      "Picture of all pages and the links between them. The list below says the same in words.",
    help: "Drag to move; pinch, or scroll after a click, to zoom. Arrow keys, + and − do the same, 0 shows everything.",
    zoomIn: "Zoom in",
    zoomOut: "Zoom out",
    reset: "Show everything",
    loose: (pages: string) => `${pages} without a link`,
    hubs: "Most linked pages",
    failed: "The picture could not be loaded.",
    needsScript: "The picture needs JavaScript; the list below says the same in words.",
  },
  problems: {
    title: "Problems",
    none: "Nothing to look at: every file could be read and every link leads somewhere.",
    line: (line: string) => `line ${line}`,
  },
  notFound: {
    title: "This page is not here",
    text: "It may have been renamed, archived or forgotten. Search finds it by its words:",
  },
  markdown: {
    footnotes: "Footnotes",
    /** Names of marks and regions for ears; a number goes behind. */
    footnote: "Footnote",
    backToText: "Back to the text",
    table: "Table",
    formula: "Formula",
    taskOpen: "open",
    taskDone: "done",
    /** By their sign, as Obsidian's themes have them; any other sign goes behind `taskOther`. */
    taskStates: {
      "/": "in progress",
      "-": "cancelled",
      ">": "deferred",
      "<": "scheduled",
      "?": "question",
      "!": "important",
      "*": "starred",
      '"': "quote",
    },
    taskOther: "marked",
    diagram: "Diagram (mermaid)",
    elsewhere: { image: "Picture", video: "Video", page: "Page" },
    /** Before the title of a note. */
    embeddedFrom: "From",
    invisible: "invisible character",
    faults: {
      tooLarge: "Shown as plain text: it is too large or too deeply nested to be laid out.",
      unreadable: "Shown as plain text: it could not be laid out.",
      embed: "Shown as a link only, because it is nested too deeply, too large or part of itself:",
      formula: "This formula could not be read:",
    },
    callouts: {
      note: "Note",
      abstract: "Summary",
      info: "Info",
      todo: "To do",
      tip: "Tip",
      success: "Done",
      question: "Question",
      warning: "Warning",
      failure: "Failure",
      danger: "Danger",
      bug: "Bug",
      example: "Example",
      quote: "Quote",
    },
  },
};

/** The shape of `en`, its words set free. */
export type Strings = Widen<typeof en>;

/** The same shape for other words. */
export type Widen<T> = T extends (...words: never[]) => string
  ? T
  : T extends string
    ? string
    : { readonly [K in keyof T]: Widen<T[K]> };
