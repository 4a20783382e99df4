import type { Command, CommandEntry, CommandSummary, Option } from './arguments/command.ts';
import { UsageError } from './errors.ts';
import { EXIT } from './main-io.ts';
import { writeTexts } from './output/write-texts.ts';
import { printable } from './terminal/printable.ts';

interface Completed extends CommandSummary {
  readonly options: readonly (readonly [name: string, option: Option])[];
}

const SHELLS: Readonly<Record<string, (commands: readonly Completed[]) => string>> = {
  bash: writeBash,
  zsh: writeZsh,
  fish: writeFish,
};

const NAMES = Object.keys(SHELLS).join(', ');

/** Creates the command that writes what a shell needs to complete all commands and their options. */
export function completionCommand(commands: readonly CommandEntry[]): Command {
  return {
    options: {},
    notes: [
      `Shells: ${NAMES}.`,
      'bash: eval "$(palimpsest completion bash)" in ~/.bashrc. zsh: eval "$(palimpsest completion zsh)" in ~/.zshrc, after compinit. fish: palimpsest completion fish > ~/.config/fish/completions/palimpsest.fish.',
    ],
    async run({ positional }, { stdout }) {
      const write = Object.hasOwn(SHELLS, positional ?? '') ? SHELLS[positional!] : undefined;
      if (write === undefined) {
        const got = positional === undefined ? 'nothing' : `"${printable(positional, 40)}"`;
        throw new UsageError(`completion: expected one of ${NAMES}, got ${got}.`);
      }
      const all: Completed[] = [];
      for (const entry of commands) {
        all.push({ ...entry, options: Object.entries((await entry.load()).options) });
      }
      await writeTexts(stdout, [write(all)]);
      return EXIT.done;
    },
  };
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function longNames({ options }: Completed): string {
  return [...options.map(([name]) => `--${name}`), '--help'].join(' ');
}

function writeBash(commands: readonly Completed[]): string {
  const names = commands.map(({ name }) => name).join(' ');
  return `_palimpsest() {
  local current=\${COMP_WORDS[COMP_CWORD]} words
  case \${COMP_CWORD}-\${COMP_WORDS[1]} in
    1-*) words=${quote(`${names} --help --version`)} ;;
${commands.map((command) => `    *-${command.name}) words=${quote(longNames(command))} ;;`).join('\n')}
  esac
  if [[ $COMP_CWORD -eq 1 || $current == -* ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  fi
}
complete -o default -F _palimpsest palimpsest
`;
}

function describe(name: string, help: string): string {
  return quote(`${name}:${help.replaceAll(/[\\:]/g, String.raw`\$&`)}`);
}

function writeZsh(commands: readonly Completed[]): string {
  const cases = commands.map(({ name, options }) => {
    const described = options.map(([option, { help }]) => describe(`--${option}`, help));
    return `    ${name}) options=(${described.join(' ')} '--help:this help') ;;`;
  });
  return `_palimpsest() {
  local -a commands options
  commands=(${commands.map(({ name, summary }) => describe(name, summary)).join(' ')})
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  case $words[2] in
${cases.join('\n')}
  esac
  if [[ $words[CURRENT] == -* ]]; then _describe option options; else _files; fi
}
compdef _palimpsest palimpsest
`;
}

function writeFish(commands: readonly Completed[]): string {
  const lines = commands.flatMap(({ name, summary, options }) => [
    `complete -c palimpsest -n __fish_use_subcommand -f -a ${name} -d ${quote(summary)}`,
    ...options.map(([option, { hint, short, help }]) =>
      [
        `complete -c palimpsest -n ${quote(`__fish_seen_subcommand_from ${name}`)} -l ${option}`,
        ...(short === undefined ? [] : [`-s ${short}`]),
        ...(hint === undefined ? [] : ['-r']),
        `-d ${quote(help)}`,
      ].join(' '),
    ),
  ]);
  return `${lines.join('\n')}\n`;
}
