import { LociError } from "../errors.ts";
import { type Command, commonFlags } from "./command.ts";

/** `loci completion`: prints a completion script for a shell. */
export const createCompletion = (commands: Commands): Command => ({
  usage: "completion bash|zsh|fish",
  words: 1,
  summary: "Prints a script that completes commands and flags in your shell.",
  flags: {},
  examples: [
    "loci completion bash > ~/.local/share/bash-completion/completions/loci",
    "loci completion zsh > ~/.zsh/completions/_loci",
    "loci completion fish > ~/.config/fish/completions/loci.fish",
  ],
  async run(call) {
    const [shell = ""] = call.words;
    const scripts: Readonly<Record<string, (flags: FlagsByCommand) => string>> = {
      bash,
      zsh,
      fish,
    };
    const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined;
    if (script === undefined) {
      throw new LociError(
        "USAGE",
        `Cannot complete for the shell "${shell}": use bash, zsh or fish`,
      );
    }
    call.print(script(await flagsByCommand(commands)));
    return 0;
  },
});

type Commands = Readonly<
  Record<string, { readonly summary: string; readonly load: () => Promise<Command> }>
>;

type FlagsByCommand = Readonly<Record<string, readonly string[]>>;

async function flagsByCommand(commands: Commands): Promise<FlagsByCommand> {
  const all: Record<string, readonly string[]> = {};
  for (const [name, { load }] of Object.entries(commands)) {
    const { flags } = await load();
    all[name] = Object.keys({ ...flags, ...commonFlags }).map((flag) => `--${flag}`);
  }
  return all;
}

function bash(flags: FlagsByCommand): string {
  const cases = Object.entries(flags).map(
    ([name, own]) => `    ${name}) words="${own.join(" ")}" ;;`,
  );
  return `_loci() {
  local word="\${COMP_WORDS[COMP_CWORD]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then words="${Object.keys(flags).join(" ")}"; else case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
  esac; fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _loci loci`;
}

function zsh(flags: FlagsByCommand): string {
  const cases = Object.entries(flags).map(
    ([name, own]) => `    ${name}) compadd -- ${own.join(" ")} ;;`,
  );
  return `#compdef loci
if (( CURRENT == 2 )); then compadd -- ${Object.keys(flags).join(" ")}; else case "\${words[2]}" in
${cases.join("\n")}
  esac; _files; fi`;
}

function fish(flags: FlagsByCommand): string {
  const names = Object.keys(flags).map(
    (name) => `complete -c loci -n __fish_use_subcommand -f -a ${name}`,
  );
  const own = Object.entries(flags).flatMap(([name, list]) =>
    list.map(
      (flag) => `complete -c loci -n '__fish_seen_subcommand_from ${name}' -l ${flag.slice(2)}`,
    ),
  );
  return [...names, ...own].join("\n");
}
