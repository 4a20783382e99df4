import { readFileSync } from 'node:fs';
import { formatGapMarker, formatMarkerLegend } from '@palimpsest/core-types';
import { expect, test } from 'vitest';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

test('the README shows the gap marker and its legend as they are written', () => {
  expect(readme).toContain(`\`${formatGapMarker(21)}\``);
  const begin = /`(\[Shortened: .*?)…\]`/.exec(readme)![1]!;
  expect(formatMarkerLegend().startsWith(begin)).toBe(true);
  expect(formatMarkerLegend({ canRecall: true }).startsWith(begin.slice(0, 20))).toBe(true);
});
