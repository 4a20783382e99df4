import {
  formatGapMarker,
  prependRecallId,
  replaceBinaryText,
  type ToolResponseBlock,
} from '@palimpsest/core-types';
import { checkInvariants, createIsProtected } from '@palimpsest/history';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';

/** Returns the findings of all laws when the result of a failed call is replaced by `left`. */
function lost(result: string, left: string): string[] {
  const [call, response] = history()
    .call('Read', { path: 'a.ts' })
    .result(result, 'ENOENT')
    .build();
  const [block] = response!.blocks;
  const reduced = { ...response!, blocks: [{ ...block, result: left } as ToolResponseBlock] };
  return checkInvariants({
    before: [call!, response!],
    after: [call!, reduced],
    provenance: [
      { sources: [0], reason: 'kept' },
      { sources: [1], reason: 'reduced' },
    ],
    isProtected: createIsProtected(),
    humanText: 'eligible',
    tokensBefore: 2,
    tokensAfter: 1,
  }).map(({ message }) => message);
}

test('a gap marker is not the last line of a failure', () => {
  expect(
    lost(
      `first\nlast\n${formatGapMarker(4)}\n`,
      `${formatGapMarker(1)}\nlast\n${formatGapMarker(4)}`,
    ),
  ).toEqual([]);
  expect(lost(`first\nlast\n${formatGapMarker(4)}\n\n`, formatGapMarker(6))).toEqual([
    expect.stringContaining('the last line'),
  ]);
  expect(lost(`\n ${formatGapMarker(4)}\n`, '')).toEqual([]);
  expect(lost('\nlast', '')).toHaveLength(1);
});

test('a placeholder with a recall id represents a last line of base64', () => {
  const bytes = Uint8Array.from({ length: 900 }, (_, index) => (index * 7919) % 251);
  const image = Buffer.from(bytes).toString('base64');
  const placeholder = replaceBinaryText(image);
  expect(placeholder).not.toBe(image);
  expect(lost(image, prependRecallId('0a1b2c3d', placeholder))).toEqual([]);
  expect(lost(image, '[image/png]')).toHaveLength(1);
});
