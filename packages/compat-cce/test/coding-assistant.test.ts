import { expect, test } from 'vitest';
import { compress, uncompress } from '../src/index.ts';
import { codingAssistant } from './coding-assistant.ts';

const result = compress(codingAssistant);
const shown = result.messages.map(({ content }) => content).join('\n');

test('a conversation of a coding assistant becomes smaller by a third or more at the default window', () => {
  expect(result.compression.ratio).toBeGreaterThan(1.3);
  expect(result.compression.token_ratio).toBeGreaterThan(1.3);
});

test('the code, the call and the newest messages are still there', () => {
  expect(shown).toContain('return Math.min(30_000, 250 * 2 ** attempt);');
  expect(result.messages.filter(({ tool_calls: calls }) => calls !== undefined)).toHaveLength(1);
  expect(result.messages.filter(({ role }) => role === 'tool')).toHaveLength(1);
  expect(result.messages.slice(-4)).toEqual(codingAssistant.slice(-4));
});

test('what was decided is still to be read', () => {
  for (const words of ['must not print a label twice', 'a column runningSince', '90 seconds']) {
    expect(shown).toContain(words);
  }
});

test('all of it can be given back', () => {
  expect(uncompress(result.messages, result.verbatim).messages).toEqual(codingAssistant);
});
