import { formatDuplicateMarker, type IContent } from '@palimpsest/core-types';
import { createTrials } from '@palimpsest/conformance';
import type { TestCase } from '../src/test-case.ts';
import { fencedCode } from '@palimpsest/text';
import { expect, test } from 'vitest';
import { planted, untouched } from './planted.ts';

const TEXT = Array.from({ length: 11 }, (_, at) => `line ${at} of what was said`).join('\n');

const message = (code: string): IContent => ({
  speaker: 'human',
  blocks: [
    { type: 'text', text: TEXT },
    { type: 'code', code },
  ],
});

const referring = planted((history) => {
  const { length } = `${TEXT}\n\n${fencedCode('first')}`;
  const text = formatDuplicateMarker({ of: '"line 0"', length, similarity: 0.92 });
  const reference: IContent = { speaker: 'human', blocks: [{ type: 'text', text }] };
  return untouched(history).map(([entry, at]) => [at === 0 ? reference : entry, at]);
});

const SITUATION: TestCase = {
  history: [message('first'), message('other')],
  target: { share: 0 },
  preserveThreshold: 0,
  canRecall: false,
  estimator: 'a third of the characters',
  settings: {},
  density: {
    readWritePruning: true,
    fileDedupe: true,
    recencyPruning: true,
    recencyRetention: 2,
    workspaceRoot: '/w',
  },
  answer: 'a snapshot',
};

test('compares a reference with the whole message, its text and its code', async () => {
  const { trial, violations } = await createTrials(referring).run(SITUATION);
  expect(trial.compressed).toMatchObject({ result: { kind: 'applied' } });
  expect(violations.filter(({ law }) => law === 'law-8-references')).toEqual([]);
});
