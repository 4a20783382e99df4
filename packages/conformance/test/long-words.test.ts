import type { IContent } from '@palimpsest/core-types';
import { createTrials } from '@palimpsest/conformance';
import type { TestCase } from '../src/test-case.ts';
import { expect, test } from 'vitest';
import { withText } from './defects.ts';
import { mapHead, planted } from './planted.ts';

/** Reduces user text first, and no results. */
const rude = planted(
  mapHead((entry) => (entry.speaker === 'human' ? withText(entry, 'Go…') : entry)),
  { humanText: 'last', longHumanText: 10_000 },
);

const history: IContent[] = [
  { speaker: 'human', blocks: [{ type: 'text', text: 'Go through it, one after the other.' }] },
  { speaker: 'ai', blocks: [{ type: 'tool_call', id: 'a', name: 'read_file', parameters: {} }] },
  {
    speaker: 'tool',
    blocks: [
      { type: 'tool_response', callId: 'a', toolName: 'read_file', result: 'a-'.repeat(700) },
    ],
  },
  { speaker: 'human', blocks: [{ type: 'text', text: 'And now?' }] },
];

async function brokenBy(estimator: TestCase['estimator']): Promise<readonly string[]> {
  const { violations } = await createTrials(rude).run({
    history,
    target: { share: 0 },
    preserveThreshold: 0,
    canRecall: false,
    estimator,
    settings: {},
    density: {
      readWritePruning: true,
      fileDedupe: true,
      recencyPruning: true,
      recencyRetention: 2,
      workspaceRoot: '/w',
      staleReads: 'removal',
    },
    answer: 'a snapshot',
  });
  return violations.filter(({ law }) => law === 'law-3-human-text').map(({ message }) => message);
}

test('a long result without spaces may stay only if the estimator counts words', async () => {
  expect(await brokenBy('words')).toEqual([]);
  expect(await brokenBy('a third of the characters')).toEqual([
    'a result of 1400 characters left although human text was reduced',
  ]);
});
