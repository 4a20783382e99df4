import { findViolations } from '../../src/history/index.ts';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { shrink } from '../readme/history.ts';

test('the README example removes an old exchange and violates no invariant', async () => {
  const before = history()
    .human('first')
    .call('Read', { path: 'a.ts' })
    .result('a line of the file\n'.repeat(50))
    .ai('Done.')
    .human('second')
    .ai('Yes.')
    .build();
  const after = await shrink(before, 150);
  expect(after).toEqual([before[0], ...before.slice(3)]);
  expect(findViolations(after)).toEqual([]);
});
