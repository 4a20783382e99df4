import type { IContent } from '@palimpsest/core-types';
import fc from 'fast-check';

const LINES = [
  'The worker pool holds 12 connections and a timeout of 30 seconds.',
  'However, the MySQL driver must not be used here.',
  'In src/pool.ts the function acquireConnection throws at the limit.',
  'We talked about lunch for a while.',
  'No, do not deploy on the old cluster.',
  '我们必须在周五之前检查重试策略。',
  '- a requirement in a list',
  'Please review the retry policy before Friday.',
] as const;

/** Generates versions of one text: all equal, or each with one more line changed, so that the last one shares little with the first. */
export function draftsArbitrary(): fc.Arbitrary<IContent[]> {
  return fc
    .record({
      speaker: fc.constantFrom('ai' as const, 'human' as const),
      count: fc.oneof(
        { weight: 3, arbitrary: fc.integer({ min: 2, max: 3 }) },
        fc.integer({ min: 4, max: 8 }),
      ),
      isEdited: fc.boolean(),
      lineEnd: fc.constantFrom('\n', '\n', '\r\n'),
    })
    .map(({ speaker, count, isEdited, lineEnd }) => {
      const lines: string[] = [...LINES];
      return Array.from({ length: count }, (_, version) => {
        if (isEdited && version > 0)
          lines[version - 1] = `Line ${version} says something else now.`;
        return { speaker, blocks: [{ type: 'text' as const, text: lines.join(lineEnd) }] };
      });
    });
}
