import { formatToolSummary, type IContent } from '@palimpsest/core-types';
import { fitToLimit } from '../../src/overflow/fit-to-limit.ts';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { overflowing, usual } from './ladder-setup.ts';

/** Returns lines of low value. */
const log = (lines: number): string =>
  Array.from({ length: lines }, (_, line) => `step ${line}: gate_${line} is open`).join('\n');

const textsOf = (entries: readonly IContent[]): string[] =>
  entries.flatMap(({ blocks }) =>
    blocks.map((block) => {
      if (block.type === 'text') return block.text;
      return block.type === 'tool_response' ? String(block.result) : '';
    }),
  );

test('summarizes a result that was reduced with a legend by its original size', async () => {
  const builder = history().human('Look.');
  for (const command of ['old', 'new']) builder.call('bash', { command }).result(log(400));
  const given = builder.build();
  const outcome = await fitToLimit(overflowing(given, { strategies: usual(), limitTokens: 60 }));
  expect(outcome.steps.map(({ step }) => step)).toEqual([
    'reduce-results',
    'drop-exchanges',
    'summarize-results',
  ]);
  const line = formatToolSummary({
    tool: 'bash',
    key: 'new',
    status: 'done',
    size: '400 lines',
  });
  expect(textsOf(outcome.history).at(-1)).toBe(line);
});
