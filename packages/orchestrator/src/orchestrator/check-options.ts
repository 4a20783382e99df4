import { OptionError, type IContent } from '@palimpsest/core-types';
import type { OrchestratorOptions } from './orchestrator.ts';
import { assertEntries } from '../conversation/assert-entries.ts';
import type { ConversationHistory } from '../conversation/conversation-history.ts';
import type { PrepareRequest } from './prepare-request.ts';
import { createEditSchedule } from '../economics/edit-schedule.ts';
import { PRICES } from '../economics/prices.ts';

/** What a value must be, and a check for it. */
type Rule = readonly [expected: string, isValid: (value: unknown) => boolean];

/** Rules by name; `undefined` for values that other code checks. */
type Rules<Options> = Readonly<Record<keyof Options, Rule | undefined>>;

const OPTIONAL_FUNCTION: Rule = [
  'a function',
  (value) => ['undefined', 'function'].includes(typeof value),
];

const OPTIONS: Rules<OrchestratorOptions> = {
  history: ['what createConversationHistory() returns', (value) => hasMethod(value, 'subscribe')],
  strategies: [
    'a registry of strategies, such as createPalimpsest().registry',
    (value) => hasMethod(value, 'resolve'),
  ],
  estimateTokens: ['a function of entries to a number', (value) => typeof value === 'function'],
  settings: [
    'what createSettings({ ephemeral }) returns',
    (value) => value === undefined || hasMethod(value, 'explicitValues'),
  ],
  defaultStrategy: undefined,
  prices: undefined,
  cacheTtl: undefined,
  hysteresis: undefined,
  regeneratedShare: undefined,
  taxonomy: undefined,
  workspaceRoot: undefined,
  resolveProvider: OPTIONAL_FUNCTION,
  resolvePrompt: OPTIONAL_FUNCTION,
  background: [
    'background compressions, such as compressInBackground() of @palimpsest/orchestrator/background',
    (value) => value === undefined || (hasMethod(value, 'start') && hasMethod(value, 'find')),
  ],
  pinned: OPTIONAL_FUNCTION,
  originalId: OPTIONAL_FUNCTION,
  saveOriginals: OPTIONAL_FUNCTION,
  breaker: undefined,
  attempts: undefined,
  now: OPTIONAL_FUNCTION,
  logger: undefined,
  state: undefined,
  onListenerError: OPTIONAL_FUNCTION,
};

const ATTEMPTS: Rules<NonNullable<OrchestratorOptions['attempts']>> = {
  retries: undefined,
  minDelayMs: undefined,
  maxDelayMs: undefined,
  maxRetryAfterMs: undefined,
  reRoutes: undefined,
  sleep: undefined,
  random: undefined,
};

const BREAKER: Rules<NonNullable<OrchestratorOptions['breaker']>> = {
  failures: undefined,
  coolDownMs: undefined,
};

/**
 * Checks the options at construction, not at first use.
 *
 * @throws {OptionError} for an invalid or unknown option
 */
export function checkOrchestratorOptions(options: OrchestratorOptions): void {
  checkNames('options', options, OPTIONS);
  if (options.attempts !== undefined) checkNames('attempts', options.attempts, ATTEMPTS);
  if (options.breaker !== undefined) checkNames('breaker', options.breaker, BREAKER);
  checkValues('', options, OPTIONS);
}

function checkNames(option: string, given: unknown, rules: object): void {
  if (!isObject(given)) throw new OptionError(option, given, 'an object');
  const unknownName = Object.keys(given).find((name) => !Object.hasOwn(rules, name));
  if (unknownName === undefined) return;
  const expected = `one of ${Object.keys(rules).join(', ')}`;
  throw new OptionError(option, unknownName, expected);
}

function checkValues<Given extends object>(path: string, given: Given, rules: Rules<Given>): void {
  for (const [name, rule] of Object.entries<Rule | undefined>(rules)) {
    const value: unknown = Reflect.get(given, name);
    if (rule === undefined || rule[1](value)) continue;
    throw new OptionError(`${path}${name}`, value, rule[0]);
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function hasMethod(value: unknown, method: string): boolean {
  return isObject(value) && typeof Reflect.get(value, method) === 'function';
}

function isOptionalOneOf(...values: readonly unknown[]): (value: unknown) => boolean {
  return (value) => value === undefined || values.includes(value);
}

const REQUEST: Rules<PrepareRequest> = {
  pending: ['a list of entries', (value) => value === undefined || Array.isArray(value)],
  overhead: ['an object of system and tools', (value) => value === undefined || isObject(value)],
  model: undefined,
  contextLimit: undefined,
  completionBudget: undefined,
  maxRequestBytes: [
    'a number of bytes above 0',
    (value) => value === undefined || (typeof value === 'number' && value > 0),
  ],
  allowRewrite: ['true, false or "never"', isOptionalOneOf(true, false, 'never')],
  serverManaged: ['"leave", "break" or "no"', isOptionalOneOf('leave', 'break', 'no')],
  force: undefined,
  activeTodos: undefined,
  transcriptPath: undefined,
  signal: undefined,
};

const TOKENS: Rule = [
  'a finite number of tokens, 0 or more',
  (value) =>
    value === undefined || (typeof value === 'number' && value >= 0 && Number.isFinite(value)),
];

/**
 * Checks the request before any work.
 *
 * @throws {OptionError} for an invalid or unknown field
 */
export function checkPrepareRequest(request: PrepareRequest, history: ConversationHistory): void {
  checkNames('request', request, REQUEST);
  checkValues('request.', request, REQUEST);
  const { pending, overhead = {} } = request;
  checkValues('request.overhead.', overhead, { system: TOKENS, tools: TOKENS });
  if (pending === undefined) return;
  assertEntries(pending, 'request.pending');
  assertResultsHaveCalls(pending, history.curated());
}

/** Rejects a pending result without a call: the caller did not append the response with the call. */
function assertResultsHaveCalls(pending: readonly IContent[], history: readonly IContent[]): void {
  const unmatched = new Set<string>();
  for (const { blocks } of pending) {
    for (const block of blocks) if (block.type === 'tool_response') unmatched.add(block.callId);
  }
  const removeMatched = ({ blocks }: IContent) => {
    for (const block of blocks) if (block.type === 'tool_call') unmatched.delete(block.id);
  };
  for (const entry of pending) removeMatched(entry);
  // From the end: the newest reply has the call, unless the result is delayed.
  for (let at = history.length - 1; at >= 0 && unmatched.size > 0; at -= 1)
    removeMatched(history[at]!);
  if (unmatched.size === 0) return;
  const unmatchedIndex = pending.findIndex(({ blocks }) =>
    blocks.some((block) => block.type === 'tool_response' && unmatched.has(block.callId)),
  );
  const expected = 'a result whose call is in the history or in `pending`';
  const advice =
    'Append each response of the model, with its tool calls, before you prepare the next request.';
  throw new OptionError(`request.pending[${unmatchedIndex}]`, pending[unmatchedIndex], expected, {
    advice,
  });
}

/**
 * Checks prices and related options at construction.
 *
 * @throws {PricingError} for an invalid one
 */
export function checkEconomics(options: OrchestratorOptions): void {
  const { prices, cacheTtl, hysteresis, regeneratedShare } = options;
  // Prices that depend on the model are checked per call, and may lack the TTL. Here any valid prices do: only the other options are checked.
  const known = typeof prices === 'object' ? { prices, cacheTtl } : { prices: PRICES.anthropic };
  createEditSchedule({ ...known, hysteresis, regeneratedShare });
}
