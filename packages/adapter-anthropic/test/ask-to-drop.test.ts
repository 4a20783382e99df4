import { expect, test } from 'vitest';
import { askToDrop } from '../src/ask-to-drop.ts';

const BETA = 'thinking-binding-controls-2026-08-01';
const drop = { block_binding: { prefix_mismatch_behavior: 'drop_block' } };
const thoughtful = [
  { role: 'user', content: 'Go.' },
  { role: 'assistant', content: [{ type: 'redacted_thinking', data: 'cipher' }] },
];

test.each<[what: string, body: object, thinking: object]>([
  ['thinks as it likes', { thinking: { type: 'adaptive' } }, { type: 'adaptive', ...drop }],
  [
    'has tokens to think with',
    { thinking: { type: 'enabled', budget_tokens: 2_000, display: 'omitted' } },
    { type: 'enabled', budget_tokens: 2_000, display: 'omitted', ...drop },
  ],
  [
    'binds without saying how',
    { thinking: { type: 'adaptive', block_binding: null } },
    { type: 'adaptive', ...drop },
  ],
  ['says nothing, but thought', { messages: thoughtful }, { type: 'adaptive', ...drop }],
])('asks the API to drop reasoning when a request %s', (_what, body, thinking) => {
  const headers = new Headers({ 'anthropic-beta': 'context-1m-2025-08-07' });
  const asked = askToDrop({ max_tokens: 9, ...body }, headers);
  expect(asked?.body).toEqual({ max_tokens: 9, ...body, thinking });
  expect(asked?.headers.get('anthropic-beta')).toBe(`context-1m-2025-08-07,${BETA}`);
  expect(headers.get('anthropic-beta')).toBe('context-1m-2025-08-07');
});

test.each<[what: string, body: object]>([
  ['does not think', { thinking: { type: 'disabled' }, messages: thoughtful }],
  ['thinks between tools alone', { thinking: { type: 'between_tools' }, messages: thoughtful }],
  ['says nothing and never thought', { messages: thoughtful.slice(0, 1) }],
  [
    'says itself what it wants',
    { thinking: { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'error' } } },
  ],
])('returns `undefined` when a request %s', (_what, body) => {
  expect(askToDrop({ ...body }, new Headers())).toBeUndefined();
});

test('adds the beta name to the header once', () => {
  const body = { thinking: { type: 'adaptive' } };
  const betas = (given: Record<string, string>) =>
    askToDrop(body, new Headers(given))?.headers.get('anthropic-beta');
  expect(betas({})).toBe(BETA);
  expect(betas({ 'anthropic-beta': `a, ${BETA} ,b` })).toBe(`a, ${BETA} ,b`);
});
