import { expect, test } from 'vitest';
import { replaceEntry } from '../../src/index.ts';

test('an entry without content replaces nothing', () => {
  const blank = { speaker: 'ai', blocks: [{ type: 'code', code: '' }] } as const;
  expect(replaceEntry(0, blank).changes(() => undefined)).toEqual(new Map());
  const filled = { speaker: 'ai', blocks: [{ type: 'code', code: 'run()' }] } as const;
  expect(replaceEntry(0, filled).changes(() => undefined)).toEqual(new Map([[0, filled]]));
});
