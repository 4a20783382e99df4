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
function answers(called: readonly Called[], count: number): (string | undefined)[] {
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
