import { createCallMatcher } from '@palimpsest/history';
import type { ToolCallBlock } from '@palimpsest/core-types';
import { expect, test } from 'vitest';

interface Called {
  readonly entry: number;
  readonly block?: number;
  readonly id?: string;
  readonly providerExecuted?: boolean;
}

/** Returns the calls to which `count` successive results with the id `a` belong. */
function takeCalls(called: readonly Called[], count: number): (string | undefined)[] {
  const calls = createCallMatcher<{ entry: number; block: number; call: ToolCallBlock }>();
  for (const { entry, block = 0, id = 'a', ...rest } of called) {
    const call = { type: 'tool_call', id, name: 'glob', parameters: {}, ...rest } as const;
    calls.add({ entry, block, call });
  }
  return Array.from({ length: count }, () => {
    const call = calls.take('a');
    return call === undefined ? undefined : `${call.entry}.${call.block}`;
  });
}

test.each<[string, readonly Called[], readonly (string | undefined)[]]>([
  ['no call', [], [undefined]],
  ['only a call with another id', [{ entry: 0, id: 'b' }], [undefined]],
  ['one call takes one result', [{ entry: 0 }], ['0.0', undefined]],
  ['the newest entry comes first', [{ entry: 0 }, { entry: 2 }], ['2.0', '0.0', undefined]],
  [
    'in one entry the first call comes first',
    [{ entry: 0 }, { entry: 2 }, { entry: 2, block: 1 }],
    ['2.0', '2.1', '0.0', undefined],
  ],
  [
    'provider-executed calls come last in an entry',
    [
      { entry: 0, providerExecuted: true },
      { entry: 0, block: 1 },
    ],
    ['0.1', '0.0', undefined],
  ],
  [
    'a newer provider-executed call comes before an older call',
    [{ entry: 0 }, { entry: 1, providerExecuted: true }],
    ['1.0', '0.0', undefined],
  ],
  [
    'providerExecuted false counts as an ordinary call',
    [
      { entry: 0, providerExecuted: false },
      { entry: 0, block: 1 },
    ],
    ['0.0', '0.1', undefined],
  ],
  ['only a provider-executed call', [{ entry: 3, providerExecuted: true }], ['3.0', undefined]],
  [
    'a provider-executed call in the first entry',
    [{ entry: 0, providerExecuted: true }],
    ['0.0', undefined],
  ],
])('matches results with calls: %s', (_, called, expected) => {
  expect(takeCalls(called, expected.length)).toEqual(expected);
});
