import { readFileSync, writeFileSync } from 'node:fs';
import type { Figures } from './host-check.ts';

const FILE = new URL('results.json', import.meta.url);
/** Pages with a table of figures below the heading "Tested", and what writes the table. */
export const PAGES: readonly (readonly [page: URL, format: (results: Results) => string])[] = [
  [new URL('../../packages/proxy/README.md', import.meta.url), formatProxy],
  [new URL('../../docs/guides/handoff.md', import.meta.url), formatHandoff],
];

/** The result of one check. */
export interface Row {
  readonly name: string;
  readonly version: string;
  /** `passed`, or why there are no figures. */
  readonly state: string;
  readonly figures?: Figures;
}

/** The last result of each check, by its name. */
export type Results = Readonly<Record<string, Omit<Row, 'name'>>>;

export function readResults(): Results {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Results;
}

/** Replaces the results of the checks that passed, also on the pages with tables of them. */
export function writeResults(rows: readonly Row[]): void {
  const passed = rows.filter(({ state }) => state === 'passed');
  const entries = passed.map(({ name, ...row }) => [name, row] as const);
  const results = { ...readResults(), ...Object.fromEntries(entries) };
  writeFileSync(FILE, `${JSON.stringify(results, undefined, 2)}\n`);
  for (const [path, format] of PAGES) {
    const page = readFileSync(path, 'utf8');
    writeFileSync(path, page.replace(TABLE, format(results)));
  }
}

/** The table of figures on a page. */
const TABLE = /(?<=## Tested\n[^]*?)\| (?:Agent|From) [^]*?(?=\n\n|\n$)/;

/** Agents as the pages name them. */
const AGENTS: Readonly<Record<string, string>> = {
  pi: 'pi',
  codex: 'Codex',
  opencode: 'opencode',
  kilo: 'Kilo',
  'claude-code': 'Claude Code',
  'gemini-cli': 'Gemini CLI',
  'qwen-code': 'Qwen Code',
  cline: 'Cline',
  openclaw: 'OpenClaw',
};

const COLUMNS = {
  reasoning: 'Reasoning',
  share: 'Tokens sent, share of a run without the proxy',
  'messages of the request before': 'Messages equal to the request before',
  'between compressions': 'The same between compressions',
};

/** Returns the table of figures of the proxy, in Markdown. */
function formatProxy(results: Results): string {
  const rows = Object.entries(AGENTS).flatMap(([name, title]) => {
    const { version, figures = {} } = results[`proxy-${name}`] ?? {};
    const cells = Object.keys(COLUMNS).map((column) => figures[column] ?? '');
    return version === undefined ? [] : [[`${title} ${version}`, ...cells]];
  });
  return formatTable(['Agent', ...Object.values(COLUMNS)], rows);
}

/** Returns the table of sizes and times of `handoff`, in Markdown. */
function formatHandoff({ handoff }: Results): string {
  const rows = Object.entries(handoff?.figures ?? {}).map(([agent, figures]) => {
    const [name = '', version] = agent.split(' ');
    return [`${AGENTS[name]} ${version}`, ...figures.split(', ')];
  });
  return formatTable(['From', 'Session', 'Report', 'Command'], rows);
}

function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => row[at]!.length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join(' | ')} |`;
  const rule = widths.map((width, at) =>
    at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}
