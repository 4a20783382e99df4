import type { IContent } from '@palimpsest/core-types';
import { removeRepeatedInclusions, trackInclusions } from '@palimpsest/dedup';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { human, included } from './inclusions.ts';

const options = {
  workspaceRoot: '/w',
  isProtected: (entry: IContent) => entry.metadata?.pinned === true,
};

const CLOSE = '--- End of content ---';

const text = fc
  .array(
    fc.oneof(
      fc.constantFrom('please\n', '\n', `${CLOSE}\n`, '--- c.ts ---\nnever closed\n'),
      fc
        .tuple(
          fc.constantFrom('a.ts', './a.ts', 'b.ts'),
          fc.constantFrom('1', '2', `x\n${CLOSE}\ny`, `x\n${CLOSE}\nz`),
        )
        .map(([path, content]) => included(path, content)),
    ),
    { maxLength: 4 },
  )
  .map((parts) => parts.join(''));

const entry = fc
  .tuple(fc.array(text, { minLength: 1, maxLength: 2 }), fc.nat(9))
  .map(([texts, roll]): IContent => {
    const said = human(...texts);
    if (roll === 0) return { ...said, metadata: { pinned: true } };
    return roll === 1 ? { ...said, speaker: 'ai' } : said;
  });

test(
  'incremental tracking equals the result for the whole history, and reports every changed entry',
  { timeout: 300_000 },
  () => {
    fc.assert(
      fc.property(fc.array(fc.array(entry, { maxLength: 4 }), { maxLength: 8 }), (chunks) => {
        const tracker = trackInclusions(options);
        const entries: IContent[] = [];
        const left = new Map<number, IContent>();
        for (const chunk of chunks) {
          for (const one of chunk) tracker.add(entries.push(one) - 1, one);
          for (const index of tracker.settle()) {
            const { blocks, ...rest } = entries[index]!;
            if (tracker.hasRepeated(index)) {
              left.set(index, { ...rest, blocks: tracker.strip(index, blocks) });
            } else left.delete(index);
          }
          const { replacements, count } = removeRepeatedInclusions(entries, options);
          expect(left).toEqual(replacements);
          expect(tracker.count).toBe(count);
        }
      }),
      { numRuns: 500 },
    );
  },
);

test('does not count a removed block when it decides whether an entry needs a marker', () => {
  const tracker = trackInclusions(options);
  const call = { type: 'tool_response', callId: '1', toolName: 'Read', result: 'x' } as const;
  const [included1] = human(included('a.ts', '1')).blocks;
  tracker.add(0, { speaker: 'human', blocks: [call, included1!] });
  tracker.add(1, human(included('a.ts', '2')));
  tracker.settle();
  expect(tracker.strip(0, [call, included1])).toEqual([call]);
  expect(tracker.strip(0, [undefined, included1])).toEqual(
    human('[dup of a.ts: included again below]').blocks,
  );
});

test('an entry without inclusions has no repeated ones, and keeps its remaining blocks', () => {
  const tracker = trackInclusions(options);
  const [said] = human('Hello').blocks;
  expect(tracker.hasRepeated(3)).toBe(false);
  expect(tracker.strip(3, [undefined, said])).toEqual([said]);
});

test('treats one entry object at two indices as two entries', () => {
  const twice = human(`Look:\n${included('a.ts', '1')}`);
  const { replacements, count } = removeRepeatedInclusions([twice, twice], options);
  expect([...replacements]).toEqual([[0, human('Look:\n')]]);
  expect(count).toBe(1);
});

test('a file quoted in a snapshot does not make the inclusion of the user a repetition', () => {
  const tracker = trackInclusions({ workspaceRoot: '/w' });
  tracker.add(0, human(included('a.ts', 'all of it')));
  const metadata = { synthetic: true, reason: 'compression-state-snapshot' };
  tracker.add(1, { ...human(included('a.ts', '')), metadata });
  expect([...tracker.settle()]).toEqual([]);
  expect(tracker.count).toBe(0);
});

test('leaves an entry of blank texts without an inclusion unchanged', () => {
  const tracker = trackInclusions(options);
  const blank = human(' ', '');
  tracker.add(0, blank);
  tracker.add(1, human(included('a.ts', '1')));
  tracker.settle();
  expect(tracker.strip(0, blank.blocks)).toEqual(blank.blocks);
  expect(tracker.strip(7, blank.blocks)).toEqual(blank.blocks);
  expect(tracker.strip(0, [])).toEqual([]);
});
