import { expect, test } from 'vitest';
import { hasGrown } from '../src/has-grown.ts';

const kept = { role: 'user', content: 'kept' };

test('compares the bytes of the messages that differ', () => {
  expect(hasGrown([kept, { content: 'ab' }], [kept, { content: 'ab' }])).toBe(false);
  expect(hasGrown([kept, { content: 'ab' }], [kept, { content: 'abc' }])).toBe(true);
  expect(hasGrown([kept, { content: 'abcd' }], [kept, { content: 'é€' }])).toBe(true);
  expect(hasGrown([kept, { content: 'abcde' }], [kept, { content: 'é€' }])).toBe(false);
  expect(hasGrown([kept], [kept, { content: '' }])).toBe(true);
  expect(hasGrown([kept], [kept])).toBe(false);
});

test('counts big integers, and takes a message that JSON cannot express for no growth', () => {
  expect(hasGrown([{ content: 12n }], [{ content: 123n }])).toBe(true);
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  expect(hasGrown([circular], [{ content: 'longer' }])).toBe(false);
  expect(hasGrown([{}], [circular])).toBe(false);
});

test('writes only as many removed messages as outweigh what replaced them', () => {
  let written = 0;
  const messages = Array.from({ length: 1_000 }, () => ({
    toJSON: () => {
      written += 1;
      return 'twenty characters...';
    },
  }));
  expect(hasGrown(messages, [kept, messages[999]])).toBe(false);
  expect(written).toBeLessThan(5);
});

test('does not write a removed message whose texts outweigh what replaced it', () => {
  let read = 0;
  const message = {
    content: 'a long tool result, of many words',
    get size() {
      read += 1;
      return 1;
    },
  };
  expect(hasGrown([message], [{ content: 'short' }])).toBe(false);
  expect(read).toBe(1);
  expect(hasGrown([message], [{ content: 'nearly as many, but not as many' }])).toBe(false);
  expect(read).toBe(3);
});
