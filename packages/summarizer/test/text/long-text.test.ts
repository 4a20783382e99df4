import { extractEntities } from '@palimpsest/summarizer';
import { expect, test } from 'vitest';

const lengthsNear = (length: number): number[] =>
  Array.from({ length: 12 }, (_, index) => length - 5 + index);

// Lengths at which the shared buffer grows: to the text length, by doubling, and not at all above 65,536.
test.each([5_000, 10_004, 20_008, 65_536, 65_538, 80_000])(
  'what ends a text of about %d characters is read',
  (about) => {
    for (const end of ['aB', 'éB'])
      for (const length of lengthsNear(about)) {
        const text = `${'so '.repeat(length).slice(0, length - 4)}, ${end}`;
        expect([text.length, extractEntities(text)]).toEqual([length, [end]]);
      }
  },
);
