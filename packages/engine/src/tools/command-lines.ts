/** One program of a command line with its arguments, without quoted texts, and the separator after it. */
interface Step {
  readonly words: readonly string[];
  readonly next: string;
}

/**
 * A here-document up to its closing word, and the rest of the line that begins it. `<<<` and `1<<2` begin none. Matches also without a line
 * break, so that no line is read twice.
 */
const HERE_DOCUMENT =
  /(?<!<)<<(?!<)-?[ \t]*(["']?)([A-Za-z_]\w*)\1(?!\w)([^\n]*)(?:\n(?:[^]*?\n)??[ \t]*\2[ \t]*(?=\n|$)|\n[^]*|$)/g;
/** Quoted texts, escaped characters, comments. The end of a quote may be missing, because long commands are truncated. */
const HIDDEN = /'[^']*(?:'|$)|"(?:[^"\\]|\\[^])*(?:"|$)|\\[^]|(?<![^\s;&|(])#[^\n]*/g;
/** `2>&1` and `&>log` are redirections. */
const SEPARATOR = /(\|\||&&|\|&?|;+|\n+|(?<![<>&])&(?![>&\d]))/;

/** Words of a shell before a program. */
const KEYWORD = /^(?:[({!]\s*|(?:do|then|else|elif|if|while|until)\s+)+/;
/** Programs that run the program after them, with their options. */
const WRAPPERS: readonly RegExp[] = [
  /^\w+=\S*\s+/,
  /^(?:sudo|doas)(?:\s+(?:-[ughpCDRT]\s+\S+|-(?![ughpCDRT]\s)\S+))*\s+/,
  /^g?timeout(?:\s+(?:-[ks]\s+\S+|-(?![ks]\s)\S+))*\s+\d\S*\s+/,
  /^(?:xargs|nice|stdbuf|env)(?:\s+(?:-[nIPLdu]\s+\S+|-(?![nIPLdu]\s)\S+|\w+=\S*))*\s+/,
  /^(?:time|exec|command|nohup)\s+/,
];

/** Splits a command line into its programs. The only function that knows the syntax of a shell. */
function splitCommand(command: string): readonly Step[] {
  const withoutTexts = command
    .replace(HERE_DOCUMENT, ' $3')
    .replace(HIDDEN, (hidden) => (/^(?:#|\\\n)/.test(hidden) ? ' ' : '_'));
  const parts = withoutTexts.split(SEPARATOR);
  const steps: Step[] = [];
  for (let index = 0; index < parts.length; index += 2) {
    const program = programIn(parts[index]!);
    const next = parts[index + 1] ?? '';
    // An empty line.
    if (program !== '') steps.push({ words: program.split(/\s+/), next });
  }
  return steps;
}

/** Returns a program and its arguments, without its folder and without the programs that run it, such as `sudo`. */
function programIn(part: string): string {
  const inner = part.trim().replace(KEYWORD, '');
  let end = inner.length;
  while (')}'.includes(inner.charAt(end - 1) || ' ')) end -= 1;
  let program = inner.slice(0, end).trimEnd();
  for (let previous = ''; previous !== program;) {
    previous = program;
    for (const wrapper of WRAPPERS) program = program.replace(wrapper, '');
  }
  return /^(?:for\s.*|case\s.*|done|fi|esac)$/.test(program)
    ? ''
    : program.replace(/^\S*\/(?=[\w.-]+(?:\s|$))/, '');
}

/** Programs that only prepare the next one. */
const PREPARING_PROGRAMS: ReadonlySet<string> = new Set(
  'cd pushd popd export source set unset . sleep true wait'.split(' '),
);
const ASSIGNMENT = /^\w+=(?!\$\()/;
const ECHOING_PROGRAMS: ReadonlySet<string> = new Set(['echo', 'printf']);

/** Programs that print texts that others wrote: files, names, states of a system. */
const PRINTING_PROGRAMS: ReadonlySet<string> = new Set([
  ...'cat tac head tail less more bat nl strings grep egrep fgrep zgrep zcat rg ag ack'.split(' '),
  ...'sed awk gawk jq yq cut tr sort uniq column paste comm fold rev tee xxd od hexdump'.split(' '),
  ...'wc diff cmp echo printf seq date pwd basename dirname realpath readlink'.split(' '),
  ...'find fd ls tree stat du df which whereis type env printenv whoami id hostname'.split(' '),
  ...'uname uptime free ps pgrep lsof ss netstat history journalctl dmesg man curl'.split(' '),
]);
/** Commands that print such texts, of programs that have several commands. */
const PRINTING_COMMANDS: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    git: /^(?:log|show|diff|blame|grep|status|branch|reflog|tag|ls-files|ls-tree|ls-remote|remote|rev-parse|rev-list|describe|shortlog|cat-file|config|stash list|worktree list)(?= |$)/,
    kubectl: /^(?:logs|get|describe|events|top|explain) /,
    oc: /^(?:logs|get|describe|events|status) /,
    docker: /^(?:compose )?(?:logs|ps|inspect|events|images|top|stats|version|info|config) /,
    podman: /^(?:compose )?(?:logs|ps|inspect|events|images|top|stats|version|info) /,
    gh: /^(?:(?:run|pr|issue|repo|release|workflow) (?:view|list|diff|checks|status)|api) /,
    systemctl: /^(?:status|list-\S+|show|cat) /,
  }),
);
/** Options before such a command that take a value. */
const OPTION_WITH_VALUE =
  /^(?:-[CcnfpHR]|--(?:namespace|context|file|project-name|project-directory|git-dir|work-tree|host|repo|kubeconfig|cluster|user|profile))$/;

function isPreparing({ words }: Step): boolean {
  return PREPARING_PROGRAMS.has(words[0]!) || ASSIGNMENT.test(words[0]!);
}

function isPrinting({ words }: Step): boolean {
  const [name = '', ...others] = words;
  if (PRINTING_PROGRAMS.has(name)) return true;
  const commands = PRINTING_COMMANDS.get(name);
  if (commands === undefined) return false;
  const withoutOptions = others.filter(
    (word, index) => !word.startsWith('-') && !OPTION_WITH_VALUE.test(others[index - 1] ?? ''),
  );
  return commands.test(`${withoutOptions.join(' ')} `);
}

/** Returns whether a command line only prints texts. An error message in such a text does not mean that the command failed. */
export function printsTexts(command: string): boolean {
  const steps = splitCommand(command).filter((step) => !isPreparing(step));
  return steps.length > 0 && steps.every(isPrinting);
}

/** Returns the names of the programs that a command line runs. */
export function programsIn(command: string): ReadonlySet<string> {
  return new Set(splitCommand(command).map(({ words }) => words[0]!));
}

/** Returns whether a program may fail although the exit code of the command line is 0, because another program sets the exit code. */
export function hidesExitCode(command: string): boolean {
  const steps = splitCommand(command);
  const options = steps.filter(({ words }) => words[0] === 'set').flatMap(({ words }) => words);
  const endsAtError = options.some((option) => /^-\w*e/.test(option));
  const countsPipes = options.includes('pipefail');
  return steps.slice(0, -1).some((step, index) => {
    const { words, next } = step;
    if (next === '&&') return false;
    if (next === '||') return !/^(?:exit|return|false)$/.test(steps[index + 1]!.words[0]!);
    if (next.startsWith('|')) return !countsPipes;
    return !endsAtError && !isPreparing(step) && !ECHOING_PROGRAMS.has(words[0]!);
  });
}
