import { buildContinuationDirective as directiveOf } from '@palimpsest/summarizer/history';
import { expect, test } from 'vitest';
import {
  buildContinuationDirective,
  DEFAULT_COMPLETION_BUDGET,
  DEFAULT_COMPLETION_FRACTION,
  getCompletionBudget,
  InvalidContextBudgetError,
} from '../../src/llxprt.ts';

const PARSER = '- [completed] Read\n- [in_progress] Mend the parser';

test('builds a directive from todos, as text or as a list, and the latest request', () => {
  const said = 'Understood. The latest request is: "Go on". I go on with: "Mend the parser".';
  expect(buildContinuationDirective(PARSER, 'Go on')).toBe(said);
  const list = [
    { content: 'Read', status: 'completed' },
    { content: 'Mend the parser', status: 'in_progress' },
  ];
  expect(buildContinuationDirective(list, 'Go on')).toBe(said);
});

test('omits missing, blank and empty parts of a directive', () => {
  const bare = directiveOf();
  expect(buildContinuationDirective()).toBe(bare);
  expect(buildContinuationDirective('', '')).toBe(bare);
  expect(buildContinuationDirective([])).toBe(bare);
  expect(buildContinuationDirective('  ', '  ')).toBe(bare);
  expect(buildContinuationDirective(undefined, 'Go on')).toContain('"Go on"');
});

const provider = (params: Record<string, unknown>) => ({ getModelParams: () => params });
const live = (tokens: unknown) => ({
  get: (key: string) => (key === 'maxOutputTokens' ? tokens : undefined),
});

test.each([
  ['the live setting', live('1000'), 1_000],
  ['the generation config', live(undefined), 2_000],
])('%s takes precedence over the sources after it', (_, settings, budget) => {
  const params = provider({ max_tokens: 3_000 });
  expect(getCompletionBudget({ maxOutputTokens: 2_000 }, 'm', params, settings, 100_000)).toBe(
    budget,
  );
});

test('the provider takes precedence over the default', () => {
  const params = provider({ max_tokens: 3_000 });
  expect(getCompletionBudget({}, 'm', params, undefined, 100_000)).toBe(3_000);
  expect(getCompletionBudget(undefined, undefined, {}, undefined, 100_000)).toBe(50_000);
});

test.each([
  [32_768, 16_384],
  [100_000, 50_000],
  [131_072, 65_536],
  [1_000_000, 65_536],
])('a context window of %d reserves %d for the response by default', (limit, budget) => {
  expect(getCompletionBudget({}, 'm', undefined, undefined, limit)).toBe(budget);
  expect(budget).toBe(Math.min(DEFAULT_COMPLETION_BUDGET, limit * DEFAULT_COMPLETION_FRACTION));
});

const budget = (configured: number, limit: number) => (): number =>
  getCompletionBudget({ maxOutputTokens: configured }, 'm', undefined, undefined, limit);

test('rejects a budget as large as the context window, and an invalid context window', () => {
  expect(budget(200_000, 200_000)).toThrow(InvalidContextBudgetError);
  expect(budget(200_000, 200_000)).toThrow(
    expect.objectContaining({ configuredBudget: 200_000, contextLimit: 200_000 }),
  );
  for (const limit of [0, -1, Number.NaN, Infinity]) expect(budget(1, limit)).toThrow(RangeError);
});
