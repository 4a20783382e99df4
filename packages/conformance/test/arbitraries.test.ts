import type { ContentBlock, IContent } from '@palimpsest/core-types';
import { historyArbitrary, textArbitrary } from '@palimpsest/conformance';
import { repair } from '@palimpsest/history';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { says } from './defects.ts';

test('the histories are as nasty as they should be', () => {
  const sample = fc.sample(historyArbitrary(), { numRuns: 2_000, seed: 1 });
  const has = (isMeant: (entry: IContent) => boolean): number =>
    sample.filter((entries) => entries.some(isMeant)).length;
  const holds = (type: ContentBlock['type']): number =>
    has(({ blocks }) => blocks.some((block) => block.type === type));
  for (const type of [
    'text',
    'code',
    'thinking',
    'media',
    'tool_call',
    'tool_response',
    'opaque',
  ] as const) {
    expect(holds(type)).toBeGreaterThan(100);
  }
  for (const speaker of ['system', 'human', 'ai', 'tool'] as const) {
    expect(has((entry) => entry.speaker === speaker)).toBeGreaterThan(100);
  }
  expect(has(({ blocks }) => blocks.length === 0)).toBeGreaterThan(100);
  expect(has(({ metadata }) => metadata?.pinned === true)).toBeGreaterThan(100);
  expect(has((entry) => !says(entry).isWellFormed())).toBeGreaterThan(20);
  expect(sample.filter(({ length }) => length === 0).length).toBeGreaterThan(0);
});

test('every way to be broken comes up', () => {
  const repairs = fc
    .sample(historyArbitrary(), { numRuns: 2_000, seed: 1 })
    .flatMap((entries) => repair(entries).repairs.map(({ kind }) => kind));
  for (const kind of [
    'orphan-response',
    'duplicate-response',
    'unanswered-call',
    'missing-id',
    'blank-entry',
    'lone-surrogate',
  ] as const) {
    expect(repairs.filter((one) => one === kind).length).toBeGreaterThan(50);
  }
});

test('histories are as long as asked for, and texts are texts', () => {
  const [longest] = fc
    .sample(historyArbitrary({ maxPieces: 100 }), { numRuns: 50, seed: 1 })
    .toSorted((a, b) => b.length - a.length);
  expect(longest!.length).toBeGreaterThan(100);
  expect(fc.sample(textArbitrary(), 50).every((text) => typeof text === 'string')).toBe(true);
});
