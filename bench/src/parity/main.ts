import { OptionError } from '@palimpsest/core-types';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { conversations, hasCorpus } from '../corpus.ts';
import { findMove, parityRows, STRATEGIES, type ParityRow } from './parity.ts';

const { values } = parseArgs({
  options: {
    write: { type: 'string' },
    check: { type: 'string' },
    every: { type: 'string', default: '1' },
    strategy: { type: 'string', multiple: true, default: [...STRATEGIES] },
  },
});
const every = Number(values.every);
if (!Number.isSafeInteger(every) || every < 1) {
  throw new OptionError('--every', values.every, 'a whole number of at least 1');
}
if ((values.write === undefined) === (values.check === undefined)) {
  throw new OptionError('pnpm parity', process.argv.slice(2), '--write FILE or --check FILE');
}
const unknown = values.strategy.find((name) => !(STRATEGIES as readonly string[]).includes(name));
if (unknown !== undefined)
  throw new OptionError('--strategy', unknown, `one of ${STRATEGIES.join(', ')}`);

if (!hasCorpus) console.log('There is no ../shared/corpus: nothing to compare, skipped.');
else if (values.write === undefined) check(await run(), values.check!);
else writeFileSync(values.write, (await run()).map((row) => `${JSON.stringify(row)}\n`).join(''));

async function run(): Promise<ParityRow[]> {
  const rows: ParityRow[] = [];
  let index = 0;
  for (const conversation of conversations(true)) {
    if (index % every === 0) rows.push(...(await parityRows(conversation, values.strategy)));
    index += 1;
  }
  return rows;
}

/** Compares rows with those of a file, which may contain more conversations. */
function check(rows: readonly ParityRow[], file: string): void {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const known = new Map(
    lines.map((line) => JSON.parse(line) as ParityRow).map((row) => [nameOf(row), row]),
  );
  const counts = new Map<string, Record<'same' | 'reworded' | 'moved' | 'new', number>>();
  for (const row of rows) {
    const count = counts.get(row.strategy) ?? { same: 0, reworded: 0, moved: 0, new: 0 };
    counts.set(row.strategy, count);
    const before = known.get(nameOf(row));
    const move = before && findMove(before, row);
    if (move?.isWordingOnly === false) console.log(`${nameOf(row)}: ${move.description}`);
    if (before === undefined) count.new += 1;
    else if (move === undefined) count.same += 1;
    else count[move.isWordingOnly ? 'reworded' : 'moved'] += 1;
  }
  for (const [strategy, count] of counts) {
    console.log(
      `${strategy}: ${count.same} same, ${count.reworded} with other words in the report, ${count.moved} moved, ${count.new} not in the file`,
    );
    if (count.moved + count.new > 0) process.exitCode = 1;
  }
}

function nameOf({ id, strategy, target }: ParityRow): string {
  return `${id} ${strategy} ${target}`;
}
