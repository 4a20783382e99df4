import { expect, test } from 'vitest';
import { requestReasoningDrop } from '../src/request-reasoning-drop.ts';

const BETA = 'thinking-binding-controls-2026-08-01';
const drop = { block_binding: { prefix_mismatch_behavior: 'drop_block' } };
const withReasoning = [
  { role: 'user', content: 'Go.' },
  { role: 'assistant', content: [{ type: 'redacted_thinking', data: 'cipher' }] },
];

test.each<[what: string, body: object, thinking: object]>([
  ['uses adaptive thinking', { thinking: { type: 'adaptive' } }, { type: 'adaptive', ...drop }],
  [
    'has a thinking budget',
    { thinking: { type: 'enabled', budget_tokens: 2_000, display: 'omitted' } },
    { type: 'enabled', budget_tokens: 2_000, display: 'omitted', ...drop },
  ],
  [
    'has an empty `block_binding`',
    { thinking: { type: 'adaptive', block_binding: null } },
    { type: 'adaptive', ...drop },
  ],
  [
    'does not set `thinking`, but contains reasoning',
    { messages: withReasoning },
    { type: 'adaptive', ...drop },
  ],
])('requests that the API drops reasoning when a request %s', (_what, body, thinking) => {
  const headers = new Headers({ 'anthropic-beta': 'context-1m-2025-08-07' });
  const changed = requestReasoningDrop({ max_tokens: 9, ...body }, headers);
  expect(changed?.body).toEqual({ max_tokens: 9, ...body, thinking });
  expect(changed?.headers.get('anthropic-beta')).toBe(`context-1m-2025-08-07,${BETA}`);
  expect(headers.get('anthropic-beta')).toBe('context-1m-2025-08-07');
});

test.each<[what: string, body: object]>([
  ['disables thinking', { thinking: { type: 'disabled' }, messages: withReasoning }],
  [
    'thinks only between tool calls',
    { thinking: { type: 'between_tools' }, messages: withReasoning },
  ],
  ['neither sets `thinking` nor contains reasoning', { messages: withReasoning.slice(0, 1) }],
  [
    'sets `prefix_mismatch_behavior` itself',
    { thinking: { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'error' } } },
  ],
])('returns `undefined` when a request %s', (_what, body) => {
  expect(requestReasoningDrop({ ...body }, new Headers())).toBeUndefined();
});

test('adds the beta name to the header once', () => {
  const body = { thinking: { type: 'adaptive' } };
  const betas = (headers: Record<string, string>) =>
    requestReasoningDrop(body, new Headers(headers))?.headers.get('anthropic-beta');
  expect(betas({})).toBe(BETA);
  expect(betas({ 'anthropic-beta': `a, ${BETA} ,b` })).toBe(`a, ${BETA} ,b`);
});
