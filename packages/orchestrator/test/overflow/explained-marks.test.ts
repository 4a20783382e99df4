import {
  formatMarkerLegend,
  hasGapNote,
  formatToolSummary,
  type IContent,
} from '@palimpsest/core-types';
import { fitToLimit } from '../../src/overflow/fit-to-limit.ts';
import { countTokensByCharacters, history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { none, overflowing, usual } from './ladder-setup.ts';

const NOTE = formatMarkerLegend();

/** Returns lines of low value. */
const log = (lines: number): string =>
  Array.from({ length: lines }, (_, line) => `step ${line}: gate_${line} is open`).join('\n');

/** A compressed history: the first marker has the legend; later ones are in a user message and in results. */
const shortened = (): IContent[] => {
  const builder = history()
    .human('First task.')
    .call('bash', { command: 'make' })
    .result(`make all\n…44 ${NOTE}\nok`);
  for (let at = 0; at < 20; at += 1) {
    builder.call('write_file', { file_path: `f${at}.ts`, content: log(8) }).result('ok');
  }
  return builder
    .ai('Now the last.')
    .human('I typed\n…5\nmyself. Go on.')
    .call('bash', { command: 'test' })
    .result('a\n…20\nb')
    .call('bash', { command: 'lint' })
    .result('c\n…30\nd')
    .build();
};

const textsOf = (entries: readonly IContent[]): string[] =>
  entries.flatMap(({ blocks }) =>
    blocks.map((block) => {
      if (block.type === 'text') return block.text;
      return block.type === 'tool_response' ? String(block.result) : '';
    }),
  );

test('when the result with the legend is dropped, the first result that keeps a marker gets it', async () => {
  const given = shortened();
  const limitTokens = 800;
  const outcome = await fitToLimit(overflowing(given, { limitTokens }));
  expect(outcome).toMatchObject({ kind: 'fits', steps: [{ step: 'drop-exchanges' }] });
  const texts = textsOf(outcome.history);
  expect(texts.filter(hasGapNote)).toEqual([`a\n…20 ${NOTE}\nb`]);
  expect(texts).toContain('I typed\n…5\nmyself. Go on.');
  expect(outcome.steps[0]!.entries).toContain(given.length - 3);
  expect(given.at(-3)!.blocks).toMatchObject([{ result: 'a\n…20\nb' }]);
});

test.each([
  ['with', usual()],
  ['without', none],
])(
  'an explanation that moves is counted: whatever the limit, it fits, %s strategies',
  async (_how, strategies) => {
    const given = shortened();
    let moved = 0;
    for (let limitTokens = 120; limitTokens < 1_700; limitTokens += 13) {
      const outcome = await fitToLimit(overflowing(given, { strategies, limitTokens }));
      expect(outcome.kind).toBe('fits');
      expect(outcome.tokensAfter).toBe(countTokensByCharacters(outcome.history));
      expect(outcome.tokensAfter).toBeLessThanOrEqual(limitTokens);
      const texts = textsOf(outcome.history);
      expect(texts.filter(hasGapNote)).toHaveLength(1);
      if (!texts[2]!.includes('…44')) moved += 1;
    }
    expect(moved).toBeGreaterThan(50);
  },
);

test('when a stale result with the legend is removed, the first result that keeps a marker gets it', async () => {
  const given = history()
    .human('Look.')
    .call('read_file', { file_path: 'a.ts' })
    .result(`${log(300)}\n…44 ${NOTE}`)
    .call('write_file', { file_path: 'a.ts', content: 'x' })
    .result('File written.')
    .call('bash', { command: 'test' })
    .result('a\n…20\nb')
    .build();
  const outcome = await fitToLimit(overflowing(given));
  expect(outcome).toMatchObject({ kind: 'fits', steps: [{ step: 'densify', entries: [1, 2, 6] }] });
  expect(textsOf(outcome.history).at(-1)).toBe(`a\n…20 ${NOTE}\nb`);
});

test('does not change a protected result to add the legend', async () => {
  const given = shortened();
  const pinned = (entry: IContent): boolean => entry === given.at(-3);
  const outcome = await fitToLimit(overflowing(given, { limitTokens: 800, pinned }));
  expect(outcome.history).toContain(given.at(-3));
  expect(textsOf(outcome.history).filter(hasGapNote)).toEqual([`c\n…30 ${NOTE}\nd`]);
});

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
    status: 'success',
    size: '400 lines',
  });
  expect(textsOf(outcome.history).at(-1)).toBe(line);
});

test('omits the legend when the request fits only without it', async () => {
  const given = history()
    .human('Look.')
    .calls(['bash', { command: 'a' }], ['bash', { command: 'b' }])
    .results(`${log(9)}\n…44 ${NOTE}`, 'a\n…20\nb')
    .build();
  const explained: boolean[] = [];
  for (let limitTokens = 200; limitTokens > 0; limitTokens -= 1) {
    const outcome = await fitToLimit(overflowing(given, { strategies: none, limitTokens }));
    if (outcome.kind === 'overflow') break;
    explained.push(textsOf(outcome.history).some(hasGapNote));
  }
  const bare = explained.filter((has) => !has).length;
  expect(bare).toBeGreaterThan(5);
  expect(explained.indexOf(false)).toBe(explained.length - bare);
  expect(explained[0]).toBe(true);
});
