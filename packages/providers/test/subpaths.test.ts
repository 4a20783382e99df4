import * as fromFunction from '@palimpsest/providers/from-function';
import { expect, test } from 'vitest';
import * as everything from '../src/index.ts';

test('`fromFunction` can be imported alone', () => {
  expect(everything).toMatchObject({ ...fromFunction });
});
