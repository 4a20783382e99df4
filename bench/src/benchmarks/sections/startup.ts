import type { Results } from '../results-read.ts';
import { decimal, markdownTable, type Cell } from '../markdown-table.ts';

/** The programs that start a process, and the strategies whose first call is measured. */
const STARTS = { import: '`import`', help: '`--help`', tiny: 'a tiny file' } as const;
const STRATEGIES = ['top-down-truncation', 'high-density', 'salience', 'extractive'];

/** Formats what the start of the packed packages takes in addition to the runtime alone, and the first compression. */
export function startupSection({ startup }: Results): string | undefined {
  if (startup === undefined) return undefined;
  const rows = startup.times.startup;
  const runtimes = [...new Set(rows.map(({ runtime }) => runtime))];
  const table = (key: 'cpuMs' | 'wallMs'): string =>
    markdownTable(
      ['runtime', 'alone', ...Object.values(STARTS), ...STRATEGIES],
      runtimes.map((runtime): Cell[] => {
        const at = (program: string): number | undefined =>
          rows.find((row) => row.runtime === runtime && row.program === program)?.[key];
        const bare = at('bare') ?? 0;
        const added = Object.keys(STARTS).map((program) => shown((at(program) ?? 0) - bare));
        return [runtime, shown(bare), ...added, ...STRATEGIES.map((name) => shown(at(name) ?? 0))];
      }),
    );
  return [
    "The packed packages, installed as from the registry; medians of nine runs, in milliseconds. _Alone_ is an empty program. What a program takes in addition: `import 'palimpsest'`, the command with `--help`, the command with a file of two messages. For each strategy, the first `compress()` of 109,000 characters in a process, without the import. Processor time:",
    table('cpuMs'),
    'The same in time on the clock, on a machine that did other work as well:',
    table('wallMs'),
  ].join('\n\n');
}

const shown = (milliseconds: number): string => decimal(Math.max(0, milliseconds), 0);
