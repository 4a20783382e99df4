import * as Class from '../scan/character-class.ts';
import { classAt, wordEnd } from '../scan/character-class.ts';
import type { Evidence, Line, LineHistory } from '../scan/evidence.ts';
import { countGaps, firstWord } from './line.ts';

const COLON_UNIT = 0x3a;

/** Maximum number of spaces in a command without options. */
const MAX_GAPS = 4;

/** A program and its subcommands. A subcommand is sufficient evidence of a command. */
type Program = readonly [name: string, tasks: ReadonlySet<string>];

const PACKAGES =
  'install i ci add remove uninstall update upgrade run test start build exec init publish';
const PROGRAMS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...commands(
    'git',
    'add am bisect blame branch checkout cherry clone commit diff fetch init log merge pull push rebase remote reset restore revert show stash status switch tag',
  ),
  ...commands('npm pnpm yarn bun pip apt brew dnf yum apk poetry uv gem composer', PACKAGES),
  ...commands('docker podman', 'build run exec ps pull push compose images logs stop rm'),
  ...commands('cargo go dotnet', 'build run test check clippy fmt mod get add install'),
  ...commands('kubectl helm', 'get apply describe delete logs exec rollout scale install upgrade'),
  ...commands('terraform', 'init plan apply destroy fmt validate'),
  ...commands('systemctl', 'start stop restart status enable disable reload'),
  ...commands('curl wget', 'http https'),
  ...commands('npx sudo ssh scp rsync chmod chown mkdir rm cp mv ls cd tar grep sed awk', ''),
  ...commands(
    'find cat head tail sort echo export source make node python ruby psql mysql aws gcloud az',
    '',
  ),
]);

/** Returns whether a line is a shell command: text after a prompt, or a known program with an option, an operator or one of its subcommands. */
export function isCommandLine(text: string, { line, lines }: Evidence): boolean {
  if (isPrompt(text, line)) return true;
  if ((line.bits & (1 << Class.SPACE)) === 0 || classAt(text, line.first) !== Class.LOWER)
    return false;
  const name = firstWord(text, line);
  const tasks = PROGRAMS.get(name);
  const task = line.first + name.length + 1;
  if (tasks === undefined || classAt(text, task - 1) !== Class.SPACE) return false;
  const last = text[line.last - 1]!;
  if (classAt(text, line.last - 1) === Class.STOP || last === ',' || last === ':') return false;
  if (line.hasOption || hasOperator(text, line)) return true;
  if (!standsApart(lines) || countGaps(text, line.first, line.last, MAX_GAPS) > MAX_GAPS)
    return false;
  return tasks.has(text.slice(task, wordEnd(text, task)));
}

/** Returns whether the line starts with a shell prompt: `$ ls`, not `$ 5`. */
function isPrompt(text: string, { first }: Line): boolean {
  return (
    classAt(text, first) === Class.DOLLAR &&
    text[first + 1] === ' ' &&
    classAt(text, first + 2) === Class.LOWER
  );
}

function hasOperator(text: string, { bits, first, last }: Line): boolean {
  if ((bits & (1 << Class.PIPE)) !== 0) return true;
  return (bits & (1 << Class.SIGN)) !== 0 && text.slice(first, last).includes('&&');
}

/** Returns whether the line cannot continue a sentence: it is the first, or follows a command, a colon or a blank line. */
function standsApart({ previousBits, previousLast, commandRun }: LineHistory): boolean {
  return previousBits === 0 || previousLast === COLON_UNIT || commandRun > 0;
}

function commands(names: string, tasks: string): readonly Program[] {
  const set = new Set(tasks.split(' '));
  set.delete('');
  return names.split(' ').map((name) => [name, set]);
}
