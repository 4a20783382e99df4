import type { IContent } from '@palimpsest/core-types';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { compressed, recordOf, reloaded, stepsOf } from './compressed.ts';
import { linesOf } from './lines-of.ts';

const originalId = ({ blocks }: IContent, block: number): string | undefined => {
  const one = blocks[block];
  return one?.type === 'tool_response' ? `0a1b2c${one.callId.slice(-1)}d` : undefined;
};

const ROWS = { rows: Array.from({ length: 40 }, (_, at) => ({ id: `row_${at}`, at })) };

const before = history()
  .system('You are careful.')
  .human('Look around.')
  .call('Read', { file_path: 'first.txt' })
  .result(linesOf('first', 60))
  .call('Read', { file_path: 'second.txt' })
  .result(linesOf('second', 60))
  .call('look', { at: 'third' })
  .result(ROWS)
  .call('Bash', { command: 'touch gate' })
  .result('')
  .ai('I see.')
  .human('Go on.')
  .ai('Done.')
  .build();

test.each([0.2, 0.4, 0.6])(
  'each step whose result is not whole has its recall id: %d',
  async (ratio) => {
    const after = await compressed(before, { ratio, originalId });
    const titles = stepsOf(after)
      .map(({ title }) => title)
      .join('\n');
    const record = recordOf(after);
    for (const [at, name] of ['first', 'second'].entries()) {
      const isWhole = record.includes(linesOf(name, 60));
      expect(titles.includes(`#0a1b2c${at + 1}d`)).toBe(!isWhole);
    }
    expect(titles.includes('#0a1b2c3d')).toBe(!after.includes(before[7]!));
    expect(record.split('\n', 1)[0]).toContain('recalled');
  },
);

test('a result without output, and one that stays whole, have no recall id', async () => {
  const after = await compressed(before, { ratio: 0.9, originalId });
  const record = recordOf(after);
  expect(record).toContain(linesOf('second', 60));
  const whole = stepsOf(after).filter(({ title }) => /second\.txt|touch/.test(title));
  expect(whole.length).toBeGreaterThan(0);
  for (const { title } of whole) expect(title).not.toContain('#0a1b');
});

test.each([0.05, 0.4, 0.9])('without recall ids, no text mentions recall: %d', async (ratio) => {
  const record = recordOf(await compressed(before, { ratio }));
  expect(record).not.toMatch(/recall|#[\da-f]{8}/i);
});

test('a result that was reduced on arrival keeps the recall id that it got', async () => {
  const session = history()
    .human('Build it.')
    .call('bash', { command: 'make' })
    .result(`#4c4105e1 …95\n${linesOf('step', 24)}\nError: gate_9 has no tariff`)
    .human('And now?')
    .ai('Done.')
    .build();
  const [step] = stepsOf(await compressed(session, { ratio: 0.5, originalId: () => 'ffffffff' }));
  expect(step!.title).toBe('Ran `make`, failed #4c4105e1:');
  expect(step!.lines).toContain('Error: gate_9 has no tariff');
  expect(step!.lines.join('\n')).not.toContain('#4c4105e1');
});

test('a second compression without originals keeps the ids of the record', async () => {
  const once = reloaded(await compressed(before, { ratio: 0.4, originalId }));
  const twice = await compressed(once, { ratio: 0.5 });
  for (const id of recordOf(once).match(/#0a1b2c\dd/g)!) expect(recordOf(twice)).toContain(id);
});
