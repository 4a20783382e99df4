import { parseGapMarker, type IContent } from '@palimpsest/core-types';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { responsesOf } from './compressed.ts';
import { reduced } from './reduced.ts';
import { linesOf } from './lines-of.ts';

function answered(result: unknown): IContent[] {
  return history()
    .human('What is there?')
    .call('look', { at: 'everything' })
    .result(result)
    .ai('I see.')
    .build();
}

async function resultAt(result: unknown, ratio: number): Promise<unknown> {
  return responsesOf(await reduced(answered(result), { ratio }))[0]!.result;
}

test('code keeps its indentation', async () => {
  const code = Array.from({ length: 30 }, (_, at) =>
    [
      `export function open${at}Gate(): void {`,
      `  for (const hall of halls${at}) {`,
      `    if (hall.gate_${at} === ${at * 7_001}) return;`,
      '  }',
      '}',
    ].join('\n'),
  ).join('\n');
  const text = (await resultAt(code, 0.5)) as string;
  const given = new Set(code.split('\n'));
  const kept = text.split('\n').filter((line) => parseGapMarker(line) === undefined);
  expect(kept.length).toBeGreaterThan(20);
  expect(kept.some((line) => line.startsWith('    '))).toBe(true);
  for (const line of kept) expect(given).toContain(line);
});

test('kept lines and the lines that gap markers count add up to all lines', async () => {
  for (const ratio of [0, 0.1, 0.3, 0.5, 0.8]) {
    const text = (await resultAt(linesOf('run', 80), ratio)) as string;
    let lines = 0;
    for (const line of text.split('\n')) lines += parseGapMarker(line) ?? 1;
    expect(lines).toBe(80);
  }
});

test('writes no gap marker where line numbers show the omission', async () => {
  const listing = linesOf('run', 80)
    .split('\n')
    .map((line, at) => `${String(at + 1).padStart(6)}→${line}`)
    .join('\n');
  const text = (await resultAt(listing, 0.4)) as string;
  const numbers = text.split('\n').map((line) => Number.parseInt(line.trim(), 10));
  expect(numbers.length).toBeLessThan(60);
  expect(text.slice(0, text.lastIndexOf('\n'))).not.toContain('…');
});

test.each(['ok', 'File written', ''])('keeps a result of a word or two: %j', async (result) => {
  const before = history()
    .human('Do it.')
    .call('look', { at: 'everything' })
    .result(linesOf('look', 60))
    .call('do', { it: 'now' })
    .result(result)
    .ai('Done.')
    .build();
  const after = responsesOf(await reduced(before, { maxTokens: 0 }));
  expect(after.map((response) => response.result)).toEqual(['…60', result]);
});
