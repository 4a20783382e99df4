import {
  isGapNote,
  parseGapMarker,
  type ContentBlock,
  type IContent,
  type ToolResponseBlock,
} from '@palimpsest/core-types';
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

const responses = (sample: readonly IContent[][]): ToolResponseBlock[] =>
  sample.flat().flatMap(({ blocks }) => blocks.filter((block) => block.type === 'tool_response'));

const isLong = (entry: IContent): boolean =>
  says(entry).length > 2_000 && says(entry).split('\n').length > 3;

function isJson(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

test('what can be reduced line by line comes up in a small number of histories', () => {
  const sample = fc.sample(historyArbitrary(), { numRuns: 300, seed: 1 });
  const counted = (isMeant: (entry: IContent) => boolean): number =>
    sample.filter((entries) => entries.some(isMeant)).length;
  expect(counted((entry) => entry.speaker === 'human' && isLong(entry))).toBeGreaterThan(40);
  expect(counted((entry) => entry.speaker === 'ai' && isLong(entry))).toBeGreaterThan(40);
  expect(counted((entry) => isGapNote(says(entry)))).toBeGreaterThan(10);
  expect(counted((entry) => parseGapMarker(says(entry)) !== undefined)).toBeGreaterThan(10);
  const all = responses(sample);
  const texts = all.flatMap(({ result }) => (typeof result === 'string' ? [result] : []));
  const some = (isMeant: (text: string) => boolean): number => texts.filter(isMeant).length;
  expect(some((text) => text.split('\n').length > 40)).toBeGreaterThan(100);
  expect(some((text) => /^ +\d+→/.test(text))).toBeGreaterThan(30);
  expect(some((text) => isJson(text))).toBeGreaterThan(50);
  expect(some((text) => isJson(text) && /\\u[\da-f]{4}/.test(text))).toBeGreaterThan(20);
  expect(some((text) => isJson(text) && /[^ -~\s]/.test(text))).toBeGreaterThan(20);
  expect(all.filter(({ result }) => Array.isArray(result)).length).toBeGreaterThan(50);
  const failed = all.filter(
    ({ error, result }) =>
      error !== undefined && typeof result === 'string' && result.split('\n').length > 9,
  );
  expect(failed.length).toBeGreaterThan(50);
  const size = sample.reduce((sum, entries) => sum + JSON.stringify(entries).length, 0);
  expect(size / sample.length).toBeLessThan(20_000);
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
