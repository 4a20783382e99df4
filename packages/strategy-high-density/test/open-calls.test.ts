import { historyArbitrary } from '@palimpsest/conformance';
import type { IContent } from '@palimpsest/core-types';
import { indexExchanges } from '@palimpsest/history';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openCalls } from '../src/optimize/open-calls.ts';
import { entryArbitrary } from './entry-arbitrary.ts';

/** Returns entry and block index of each matched result, followed by those of its call. */
function pairs(history: readonly IContent[]): number[][] {
  const calls = openCalls();
  const found: number[][] = [];
  for (const [entry, { blocks }] of history.entries()) {
    for (const [block, content] of blocks.entries()) {
      if (content.type === 'tool_call') calls.add({ entry, block, call: content, use: undefined });
      if (content.type !== 'tool_response') continue;
      const call = calls.answer(content.callId);
      if (call !== undefined) found.push([entry, block, call.entry, call.block]);
    }
  }
  return found;
}

test('pairs calls and results as the index of the whole history does', { timeout: 300_000 }, () => {
  const histories = fc.oneof(
    fc.array(entryArbitrary, { maxLength: 30, size: 'max' }),
    historyArbitrary(),
  );
  fc.assert(
    fc.property(histories, (history) => {
      const expected = indexExchanges(history).responses.map(({ entry, block, call }) => [
        entry,
        block,
        call.entry,
        call.block,
      ]);
      expect(pairs(history)).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});

interface Called {
  readonly entry: number;
  readonly block?: number;
  readonly id?: string;
  readonly providerExecuted?: boolean;
}

/** Returns the calls to which `count` successive results with the id `a` belong. */
function answers(called: readonly Called[], count: number): (string | undefined)[] {
  const calls = openCalls();
  for (const { entry, block = 0, id = 'a', ...rest } of called) {
    const call = { type: 'tool_call', id, name: 'glob', parameters: {}, ...rest } as const;
    calls.add({ entry, block, call, use: undefined });
  }
  return Array.from({ length: count }, () => {
    const call = calls.answer('a');
    return call === undefined ? undefined : `${call.entry}.${call.block}`;
  });
}

test.each<[string, readonly Called[], readonly (string | undefined)[]]>([
  ['nobody called', [], [undefined]],
  ['somebody else was called', [{ entry: 0, id: 'b' }], [undefined]],
  ['one call is answered once', [{ entry: 0 }], ['0.0', undefined]],
  ['the newest entry comes first', [{ entry: 0 }, { entry: 2 }], ['2.0', '0.0', undefined]],
  [
    'in one entry the first call comes first',
    [{ entry: 0 }, { entry: 2 }, { entry: 2, block: 1 }],
    ['2.0', '2.1', '0.0', undefined],
  ],
  [
    'what the provider ran itself comes last in an entry',
    [
      { entry: 0, providerExecuted: true },
      { entry: 0, block: 1 },
    ],
    ['0.1', '0.0', undefined],
  ],
  [
    'what the provider ran later comes before what was called earlier',
    [{ entry: 0 }, { entry: 1, providerExecuted: true }],
    ['1.0', '0.0', undefined],
  ],
  [
    'what the provider did not run is any call',
    [
      { entry: 0, providerExecuted: false },
      { entry: 0, block: 1 },
    ],
    ['0.0', '0.1', undefined],
  ],
  ['the provider alone', [{ entry: 3, providerExecuted: true }], ['3.0', undefined]],
  ['the first entry counts', [{ entry: 0, providerExecuted: true }], ['0.0', undefined]],
])('matches results with calls: %s', (_, called, expected) => {
  expect(answers(called, expected.length)).toEqual(expected);
});
