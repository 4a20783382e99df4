import type { IContent } from '@palimpsest/core-types';
import { fitToLimit } from '../../src/overflow/fit-to-limit.ts';
import { countTokensByCharacters, history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { atEveryCall, deepFrozen } from '../faults.ts';
import { overflowing } from './ladder-setup.ts';

const log = (lines: number): string =>
  Array.from({ length: lines }, (_, at) => `step ${at} of gate_${at * 7}`).join('\n');

/** Needs every overflow stage: a large result, old exchanges, and still too large without them. */
const GIVEN = deepFrozen(
  history()
    .human('Look.')
    .call('read_file', { file_path: 'a.ts' })
    .result(log(20))
    .call('write_file', { file_path: 'a.ts', content: 'x' })
    .result('File written.')
    .ai('Done.')
    .human('And the log?')
    .call('bash', { command: 'make' })
    .result(log(60), 'exit code 2')
    .build(),
);
const PENDING = deepFrozen(history().human('What does it say? '.repeat(20)).build());

test.each(['estimateTokens', 'pinned', 'originalId'] as const)(
  'what %s throws comes out, whichever call it is, whoever asked',
  async (name) => {
    const calls = await atEveryCall('throw', async ({ guard, error }) => {
      const asked = {
        estimateTokens: (entries: readonly IContent[]) => countTokensByCharacters(entries),
        pinned: () => false,
        originalId: () => '0a1b2c3d',
      };
      const faulty = { ...asked, [name]: guard(asked[name] as (...given: never[]) => unknown) };
      const request = overflowing(GIVEN, { ...faulty, pending: PENDING, limitTokens: 100 });
      const [settled] = await Promise.allSettled([fitToLimit(request)]);
      expect(settled.status === 'rejected' ? settled.reason : error).toBe(error);
    });
    expect(calls).toBeGreaterThan(0);
  },
);
