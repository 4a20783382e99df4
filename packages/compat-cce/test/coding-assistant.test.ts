import { expect, test } from 'vitest';
import { compress, uncompress } from '../src/index.ts';
import { codingAssistant } from './coding-assistant.ts';

const result = compress(codingAssistant);
const shown = result.messages.map(({ content }) => content).join('\n');

test('compresses a coding conversation by a ratio above 1.3 at the default window', () => {
  expect(result.compression.ratio).toBeGreaterThan(1.3);
  expect(result.compression.token_ratio).toBeGreaterThan(1.3);
});

test('keeps the code, the tool call and the newest messages', () => {
  expect(shown).toContain('return Math.min(30_000, 250 * 2 ** attempt);');
  expect(result.messages.filter(({ tool_calls: calls }) => calls !== undefined)).toHaveLength(1);
  expect(result.messages.filter(({ role }) => role === 'tool')).toHaveLength(1);
  expect(result.messages.slice(-4)).toEqual(codingAssistant.slice(-4));
});

test('keeps the decisions of the conversation', () => {
  for (const words of ['must not print a label twice', 'a column runningSince', '90 seconds']) {
    expect(shown).toContain(words);
  }
});

test('restores the whole conversation', () => {
  expect(uncompress(result.messages, result.verbatim).messages).toEqual(codingAssistant);
});
