import { OrchestratorOptionError } from '../orchestrator-option-error.ts';
import type { OrchestratorOptions } from './orchestrator-options.ts';
import { assertEntries } from '../conversation/assert-entries.ts';
import type { ConversationHistory } from '../conversation/conversation-history.ts';
import type { PrepareRequest } from './prepare-request.ts';
import { findActivitySinceReply } from './request-phase.ts';
import { createEditSchedule } from '../economics/edit-schedule.ts';
import { PRICES } from '../economics/prices.ts';
import type { ContentBlock, IContent } from '@palimpsest/core-types';

const OPTIONS: ReadonlySet<string> = new Set([
  'history',
  'strategies',
  'estimateTokens',
  'settings',
  'defaultStrategy',
  'prices',
  'cacheTtl',
  'hysteresis',
  'regeneratedShare',
  'taxonomy',
  'workspaceRoot',
  'resolveProvider',
  'resolvePrompt',
  'pinned',
  'originalId',
  'saveOriginals',
  'breaker',
  'attempts',
  'now',
  'logger',
  'state',
  'onListenerError',
] satisfies (keyof OrchestratorOptions)[]);

const ATTEMPTS: ReadonlySet<string> = new Set([
  'retries',
  'minDelayMs',
  'maxDelayMs',
  'maxRetryAfterMs',
  'reRoutes',
  'sleep',
  'random',
] satisfies (keyof NonNullable<OrchestratorOptions['attempts']>)[]);

const BREAKER: ReadonlySet<string> = new Set([
  'failures',
  'coolDownMs',
] satisfies (keyof NonNullable<OrchestratorOptions['breaker']>)[]);

const FUNCTIONS = [
  'resolveProvider',
  'resolvePrompt',
  'pinned',
  'originalId',
  'saveOriginals',
  'now',
  'onListenerError',
] as const;

/**
 * Checks the options at construction, not at first use.
 *
 * @throws {OrchestratorOptionError} for an invalid or unknown option
 */
export function checkOrchestratorOptions(options: OrchestratorOptions): void {
  checkNames('options', options, OPTIONS);
  checkNames('attempts', options.attempts, ATTEMPTS);
  checkNames('breaker', options.breaker, BREAKER);
  const { history, strategies, estimateTokens, settings } = options;
  if (!isLike(history, 'subscribe')) {
    throw refusal('history', history, 'what createConversationHistory() returns');
  }
  if (!isLike(strategies, 'resolve')) {
    const expected = 'a registry of strategies, such as createPalimpsest().registry';
    throw refusal('strategies', strategies, expected);
  }
  if (typeof estimateTokens !== 'function') {
    throw refusal('estimateTokens', estimateTokens, 'a function of entries to a number');
  }
  if (settings !== undefined && !isLike(settings, 'explicitValues')) {
    throw refusal('settings', settings, 'what createSettings({ ephemeral }) returns');
  }
  for (const name of FUNCTIONS) {
    const given: unknown = options[name];
    if (given === undefined || typeof given === 'function') continue;
    throw refusal(name, given, 'a function');
  }
}

function checkNames(option: string, given: unknown, names: ReadonlySet<string>): void {
  if (given === undefined && option !== 'options') return;
  if (typeof given !== 'object' || given === null) throw refusal(option, given, 'an object');
  for (const name of Object.keys(given)) {
    if (!names.has(name)) throw refusal(option, name, `one of ${[...names].join(', ')}`);
  }
}

function isLike<Value>(value: Value, method: keyof Value): boolean {
  return typeof value === 'object' && value !== null && typeof value[method] === 'function';
}

function refusal(option: string, received: unknown, expected: string): OrchestratorOptionError {
  return new OrchestratorOptionError(option, received, expected);
}

const REQUEST_FIELDS: ReadonlySet<string> = new Set([
  'pending',
  'overhead',
  'model',
  'contextLimit',
  'completionBudget',
  'allowRewrite',
  'serverManaged',
  'force',
  'activeTodos',
  'transcriptPath',
  'signal',
] satisfies (keyof PrepareRequest)[]);

/**
 * Checks the request before any work.
 *
 * @throws {OrchestratorOptionError} for an invalid or unknown field
 */
export function checkPrepareRequest(request: PrepareRequest, history: ConversationHistory): void {
  for (const name of Object.keys(request)) {
    if (!REQUEST_FIELDS.has(name))
      throw new OrchestratorOptionError(
        'request',
        name,
        `one of ${[...REQUEST_FIELDS].join(', ')}`,
      );
  }
  const { pending, overhead, serverManaged } = request;
  if (pending !== undefined) {
    if (!Array.isArray(pending)) {
      throw new OrchestratorOptionError('request.pending', pending, 'a list of entries');
    }
    assertEntries(pending, 'request.pending');
    assertAnswered(pending, history);
  }
  if (overhead !== undefined) {
    if (typeof overhead !== 'object' || overhead === null) {
      throw new OrchestratorOptionError(
        'request.overhead',
        overhead,
        'an object of system and tools',
      );
    }
    for (const name of ['system', 'tools'] as const) {
      const tokens: unknown = overhead[name];
      if (tokens === undefined || (typeof tokens === 'number' && tokens >= 0 && tokens < Infinity))
        continue;
      const expected = 'a finite number of tokens, 0 or more';
      throw new OrchestratorOptionError(`request.overhead.${name}`, tokens, expected);
    }
  }
  const { allowRewrite } = request;
  if (allowRewrite !== undefined && typeof allowRewrite !== 'boolean' && allowRewrite !== 'never') {
    throw new OrchestratorOptionError(
      'request.allowRewrite',
      allowRewrite,
      'true, false or "never"',
    );
  }
  if (serverManaged !== undefined && !['leave', 'break', 'no'].includes(serverManaged)) {
    throw new OrchestratorOptionError(
      'request.serverManaged',
      serverManaged,
      '"leave", "break" or "no"',
    );
  }
}

/** Rejects a pending result without a call, as every provider would: the reply with the call was not appended. */
function assertAnswered(pending: readonly IContent[], history: ConversationHistory): void {
  const asked = new Set<string>();
  const ask = ({ blocks }: IContent) => {
    for (const block of blocks) if (block.type === 'tool_call') asked.add(block.id);
  };
  const { answer } = findActivitySinceReply(history.curated());
  if (answer !== undefined) ask(answer);
  for (const entry of pending) ask(entry);
  const missing = () => pending.find(({ blocks }) => blocks.some((block) => isStray(block, asked)));
  if (missing() === undefined) return;
  // The call of a delayed result is further back.
  for (const entry of history.curated()) ask(entry);
  const stray = missing();
  if (stray === undefined) return;
  throw new OrchestratorOptionError(
    `request.pending[${pending.indexOf(stray)}]`,
    stray,
    'a result whose call is in the history or in `pending`',
    {
      advice:
        'Append each response of the model, with its tool calls, before you prepare the next request.',
    },
  );
}

function isStray(block: ContentBlock, asked: ReadonlySet<string>): boolean {
  return block.type === 'tool_response' && !asked.has(block.callId);
}

/**
 * Checks prices and related options at construction.
 *
 * @throws {PricingError} for an invalid one
 */
export function checkEconomics({
  prices,
  cacheTtl,
  hysteresis,
  regeneratedShare,
}: OrchestratorOptions): void {
  // Prices that depend on the model are checked per call, and may lack the TTL.
  const isKnown = typeof prices === 'object';
  createEditSchedule({
    prices: isKnown ? prices : PRICES.anthropic,
    ...(isKnown && cacheTtl !== undefined ? { cacheTtl } : {}),
    ...(hysteresis === undefined ? {} : { hysteresis }),
    ...(regeneratedShare === undefined ? {} : { regeneratedShare }),
  });
}
