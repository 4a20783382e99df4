import { readFileSync, writeFileSync } from 'node:fs';
import type { Figures } from './host-check.ts';

const FILE = new URL('results.json', import.meta.url);
/** The page with the figures of the proxy. */
export const PROXY_README: URL = new URL('../../packages/proxy/README.md', import.meta.url);

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

/** Replaces the results of the checks that passed, also on the page of the proxy. */
export function writeResults(rows: readonly Row[]): void {
  const passed = rows.filter(({ state }) => state === 'passed');
  const entries = passed.map(({ name, ...row }) => [name, row] as const);
  const results = { ...readResults(), ...Object.fromEntries(entries) };
  writeFileSync(FILE, `${JSON.stringify(results, undefined, 2)}\n`);
  const page = readFileSync(PROXY_README, 'utf8');
  writeFileSync(PROXY_README, page.replace(TABLE, formatTested(results)));
}

/** The table of figures on that page. */
const TABLE = /(?<=## Tested\n[^]*?)\| Agent [^]*?(?=\n\n)/;

/** Agents that are driven through the proxy, as the page names them. */
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
  share: 'Tokens sent, of those without',
  'messages of the request before': 'Messages equal to the request before',
  'between compressions': 'The same between compressions',
};

/** Returns the table of figures of the proxy, in Markdown. */
export function formatTested(results: Results): string {
  const rows = Object.entries(AGENTS).flatMap(([name, title]) => {
    const { version, figures = {} } = results[`proxy-${name}`] ?? {};
    const cells = Object.keys(COLUMNS).map((column) => figures[column] ?? '');
    return version === undefined ? [] : [[`${title} ${version}`, ...cells]];
  });
  const head = ['Agent', ...Object.values(COLUMNS)];
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => row[at]!.length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join(' | ')} |`;
  const rule = widths.map((width, at) =>
    at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}
