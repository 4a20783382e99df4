import { expect, test } from 'vitest';
import { hasGrown } from '../src/has-grown.ts';

// In UTF-8, `é` takes two bytes and `€` three.
const kept = { role: 'user', content: 'kept' };

test('compares the bytes of the messages that differ', () => {
  expect(hasGrown([kept, { content: 'ab' }], [kept, { content: 'ab' }])).toBe(false);
  expect(hasGrown([kept, { content: 'ab' }], [kept, { content: 'abc' }])).toBe(true);
  expect(hasGrown([kept, { content: 'abcd' }], [kept, { content: 'é€' }])).toBe(true);
  expect(hasGrown([kept, { content: 'abcde' }], [kept, { content: 'é€' }])).toBe(false);
  expect(hasGrown([kept], [kept, { content: '' }])).toBe(true);
  expect(hasGrown([kept], [kept])).toBe(false);
});

test('counts big integers, and returns false when a message is circular', () => {
  expect(hasGrown([{ content: 12n }], [{ content: 123n }])).toBe(true);
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  expect(hasGrown([circular], [{ content: 'longer' }])).toBe(false);
  expect(hasGrown([{}], [circular])).toBe(false);
});

test('stops writing removed messages as JSON once they have more bytes than the new ones', () => {
  let written = 0;
  const messages = Array.from({ length: 1_000 }, () => ({
    toJSON: () => {
      written += 1;
      return 'twenty characters...';
    },
  }));
  expect(hasGrown(messages, [kept, messages[999]])).toBe(false);
  // The new message has two removed ones' bytes.
  expect(written).toBe(2);
});

/** Counts how often a message is read: once for its texts, once more to write it as JSON. */
function countedMessage() {
  let read = 0;
  const message = {
    content: 'a long tool result, of many words',
    get size() {
      read += 1;
      return 1;
    },
  };
  return { message, reads: () => read };
}

test('does not write a removed message as JSON if its texts have more characters than the new message has bytes', () => {
  const { message, reads } = countedMessage();
  expect(hasGrown([message], [{ content: 'short' }])).toBe(false);
  expect(reads()).toBe(1);
});

test('writes a removed message as JSON if its texts do not decide', () => {
  const { message, reads } = countedMessage();
  expect(hasGrown([message], [{ content: 'nearly as many, but not as many' }])).toBe(false);
  expect(reads()).toBe(2);
});
