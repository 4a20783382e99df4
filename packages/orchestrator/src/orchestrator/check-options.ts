import { OptionError, type IContent } from '@palimpsest/core-types';
import type { OrchestratorOptions } from './orchestrator.ts';
import { assertEntries } from '../conversation/assert-entries.ts';
import type { ConversationHistory } from '../conversation/conversation-history.ts';
import type { PrepareRequest } from './prepare-request.ts';
import { createEditSchedule } from '../economics/edit-schedule.ts';
import { PRICES } from '../economics/prices.ts';

/** A description of valid values for the error, and the check. */
type Rule = readonly [expected: string, isValid: (value: unknown) => boolean];

/** Rules by name; `undefined` for values that other code checks. */
type Rules<Options> = Readonly<Record<keyof Options, Rule | undefined>>;

const OPTIONAL_FUNCTION: Rule = ['a function', optional(isFunction)];

const OPTIONS: Rules<OrchestratorOptions> = {
  history: ['what createConversationHistory() returns', hasMethod('subscribe')],
  strategies: [
    'a registry of strategies, such as createPalimpsest().registry',
    hasMethod('resolve'),
  ],
  estimateTokens: ['a function of entries to a number', isFunction],
  settings: ['what createSettings({ ephemeral }) returns', optional(hasMethod('explicitValues'))],
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
    optional((value) => hasMethod('start')(value) && hasMethod('find')(value)),
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

function checkNames(path: string, given: unknown, rules: object): void {
  if (!isObject(given)) throw new OptionError(path, given, 'an object');
  const unknownName = Object.keys(given).find((name) => !Object.hasOwn(rules, name));
  if (unknownName === undefined) return;
  throw new OptionError(path, unknownName, `one of ${Object.keys(rules).join(', ')}`);
}

function checkValues<Given extends object>(path: string, given: Given, rules: Rules<Given>): void {
  for (const [name, rule] of Object.entries<Rule | undefined>(rules)) {
    if (rule === undefined) continue;
    const [expected, isValid] = rule;
    const value: unknown = Reflect.get(given, name);
    if (!isValid(value)) throw new OptionError(`${path}${name}`, value, expected);
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}

function hasMethod(method: string): Rule[1] {
  return (value) => isObject(value) && isFunction(Reflect.get(value, method));
}

function isOneOf(...values: readonly unknown[]): Rule[1] {
  return (value) => values.includes(value);
}

function optional(isValid: Rule[1]): Rule[1] {
  return (value) => value === undefined || isValid(value);
}

const REQUEST: Rules<PrepareRequest> = {
  pending: ['a list of entries', optional(Array.isArray)],
  overhead: ['an object of system and tools', optional(isObject)],
  model: undefined,
  contextLimit: undefined,
  maxOutputTokens: undefined,
  maxRequestBytes: [
    'a number of bytes above 0',
    optional((value) => typeof value === 'number' && value > 0),
  ],
  allowRewrite: ['true, false or "never"', optional(isOneOf(true, false, 'never'))],
  serverManaged: ['"leave", "break" or "no"', optional(isOneOf('leave', 'break', 'no'))],
  force: undefined,
  activeTodos: undefined,
  transcriptPath: undefined,
  signal: undefined,
};

const TOKENS: Rule = [
  'a finite number of tokens, 0 or more',
  optional((value) => typeof value === 'number' && value >= 0 && value < Infinity),
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

/** @throws {OptionError} for a pending result without a call: the caller did not append the response with the call */
function assertResultsHaveCalls(pending: readonly IContent[], history: readonly IContent[]): void {
  const unmatched = new Set<string>();
  for (const { blocks } of pending) {
    for (const block of blocks) if (block.type === 'tool_response') unmatched.add(block.callId);
  }
  const removeMatched = ({ blocks }: IContent) => {
    for (const block of blocks) if (block.type === 'tool_call') unmatched.delete(block.id);
  };
  for (const entry of pending) removeMatched(entry);
  // From the end: usually the newest response has the calls.
  for (let index = history.length - 1; index >= 0 && unmatched.size > 0; index -= 1)
    removeMatched(history[index]!);
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
  // Prices that depend on the model, and their TTL, are checked per call. Any valid prices serve to check the other options.
  const checked = typeof prices === 'object' ? { prices, cacheTtl } : { prices: PRICES.anthropic };
  createEditSchedule({ ...checked, hysteresis, regeneratedShare });
}
