import type { Dice } from '../dice.ts';
import { englishLine, englishParagraph } from './english.ts';

const NOUNS = [
  'session',
  'ledger',
  'reading',
  'basket',
  'zone',
  'tariff',
  'parcel',
  'shelf',
  'refund',
];
const VERBS = ['load', 'merge', 'check', 'round', 'send', 'store', 'count', 'expire', 'sort'];
const FOLDERS = ['src/ledger', 'src/zones', 'lib/readings', 'app/screens', 'server/routes'];

/** One tool exchange. */
export interface ToolUse {
  readonly name: string;
  readonly parameters: object;
  readonly output: string;
}

/** Returns a file read, a test run, a search, a repository status, a query, or a failure. */
export function toolUse(dice: Dice): ToolUse {
  const path = filePath(dice);
  return dice.pick(USES)(dice, path);
}

export function filePath({ pick }: Dice): string {
  return `${pick(FOLDERS)}/${pick(VERBS)}-${pick(NOUNS)}.ts`;
}

/** Returns a line of code without a line break. */
export function codeLine({ pick, between, chance }: Dice): string {
  const name = `${pick(VERBS)}${capital(pick(NOUNS))}`;
  const indent = '  '.repeat(between(0, 2));
  if (chance(0.12)) return `${indent}// ${name} runs before ${pick(NOUNS)}s are sorted`;
  if (chance(0.15)) return `${indent}}`;
  if (chance(0.3)) return `${indent}if (${pick(NOUNS)}.length > ${between(0, 64)}) {`;
  if (chance(0.4)) return `${indent}return ${name}(${pick(NOUNS)}, ${between(1, 90)});`;
  return `${indent}const ${pick(NOUNS)}${between(1, 99)} = await ${name}(${pick(NOUNS)});`;
}

const USES: readonly ((dice: Dice, path: string) => ToolUse)[] = [
  (dice, path) => ({
    name: 'read_file',
    parameters: { file_path: path },
    output: lines(dice.between(20, 60), () => codeLine(dice)),
  }),
  (dice, path) => ({
    name: 'run_shell_command',
    parameters: { command: `pnpm test ${path}` },
    output: testRun(dice, path),
  }),
  (dice) => ({
    name: 'search_file_content',
    parameters: { pattern: dice.pick(VERBS) },
    output: lines(
      dice.between(4, 22),
      () => `${filePath(dice)}:${dice.between(1, 400)}: ${codeLine(dice).trim()}`,
    ),
  }),
  (dice, path) => ({
    name: 'run_shell_command',
    parameters: { command: `git log --stat -3 -- ${path}` },
    output: lines(3, () => gitCommit(dice)),
  }),
  (dice) => ({
    name: 'run_shell_command',
    parameters: { command: 'git status --short' },
    output: lines(
      dice.between(2, 14),
      () => `${dice.pick([' M', '??', 'A ', ' D'])} ${filePath(dice)}`,
    ),
  }),
  (dice) => ({
    name: 'web_fetch',
    parameters: { url: `https://api.example.org/${dice.pick(NOUNS)}s/${dice.between(1, 9_999)}` },
    output: JSON.stringify(records(dice), undefined, dice.chance(0.5) ? 2 : 0),
  }),
  (dice, path) => ({
    name: 'run_shell_command',
    parameters: { command: `node ${path}` },
    output: failure(dice, path),
  }),
  (dice) => ({
    name: 'read_file',
    parameters: { file_path: 'docs/handover.md' },
    output: document(dice),
  }),
];

function testRun(dice: Dice, path: string): string {
  const { between, pick, chance } = dice;
  const count = between(6, 20);
  const cases = lines(
    count,
    () =>
      `${chance(0.1) ? 'FAIL' : 'PASS'} ${path} > ${pick(VERBS)}s a ${pick(NOUNS)} (${between(1, 90)} ms)`,
  );
  return `${cases}\n\nTests: ${between(0, 3)} failed, ${count} total\nDuration: ${between(1, 30)}.${between(0, 99)} s`;
}

function gitCommit(dice: Dice): string {
  const { between, pick } = dice;
  const hash = lines(5, () => between(0x10000000, 0xffffffff).toString(16)).replaceAll('\n', '');
  return `commit ${hash}\nAuthor: ${pick(['Marta', 'Jonas', 'Priya'])} <team@example.org>\n\n    ${englishLine(dice)}\n\n ${filePath(dice)} | ${between(1, 80)} ++--\n`;
}

function records({ between, pick }: Dice): object {
  return {
    page: between(1, 9),
    items: Array.from({ length: between(2, 8) }, (_, id) => ({
      id,
      kind: pick(NOUNS),
      state: pick(['open', 'sent', 'closed']),
      amount: between(1, 90_000) / 100,
    })),
  };
}

function failure(dice: Dice, path: string): string {
  const { between, pick } = dice;
  const frames = lines(
    between(4, 9),
    () =>
      `    at ${pick(VERBS)}${capital(pick(NOUNS))} (/workspace/${filePath(dice)}:${between(1, 300)}:${between(1, 80)})`,
  );
  return `/workspace/${path}:${between(1, 300)}\nTypeError: Cannot read properties of undefined (reading '${pick(NOUNS)}')\n${frames}\n\nProcess exited with code 1`;
}

function document(dice: Dice): string {
  const fence = `\`\`\`ts\n${lines(dice.between(3, 9), () => codeLine(dice))}\n\`\`\``;
  const list = lines(dice.between(2, 5), () => `- ${englishLine(dice)}`);
  return `# ${englishLine(dice)}\n\n${englishParagraph(dice, 220)}\n\n${fence}\n\n${list}`;
}

function lines(count: number, line: () => string): string {
  return Array.from({ length: count }, line).join('\n');
}

function capital(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1);
}
