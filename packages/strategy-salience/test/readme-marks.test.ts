import { readFileSync } from 'node:fs';
import { formatGapMarker, formatMarkerLegend } from '@palimpsest/core-types';
import { expect, test } from 'vitest';

const page = readFileSync(
  new URL('../../../docs/packages/strategy-salience.md', import.meta.url),
  'utf8',
);

test('the page shows the gap marker and its legend as they are written', () => {
  expect(page).toContain(`\`${formatGapMarker(21)}\``);
  const begin = /`(\[Shortened: .*?)…\]`/.exec(page)![1]!;
  expect(formatMarkerLegend().startsWith(begin)).toBe(true);
  expect(formatMarkerLegend({ canRecall: true }).startsWith(begin.slice(0, 20))).toBe(true);
});
