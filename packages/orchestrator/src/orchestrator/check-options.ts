import { OptionError, type IContent } from '@palimpsest/core-types';
import {
  boolean,
  check,
  literal,
  number,
  object,
  optional,
  picklist,
  pipe,
  union,
  unknown,
  type GenericSchema,
} from 'valibot';
import { assertEntries } from '../conversation/assert-entries.ts';
import type { ConversationHistory } from '../conversation/conversation-history.ts';
import { checkPrices, findCacheTtl } from '../economics/call-cost.ts';
import { assertMatches } from '../saved-state.ts';
import { only, OPTIONAL_FUNCTION, RUNNER, TOKENS, withMethods } from '../option-schemas.ts';
import type { OrchestratorOptions } from './orchestrator.ts';
import type { PrepareRequest } from './prepare-request.ts';

/** A value that other code checks. */
const CHECKED_LATER = optional(unknown());

const OPTIONS = {
  ...RUNNER,
  history: withMethods('what createConversationHistory() returns', 'curated'),
  settings: optional(withMethods('what createSettings({ overrides }) returns', 'explicitValues')),
  defaultStrategy: CHECKED_LATER,
  prices: CHECKED_LATER,
  cacheTtl: CHECKED_LATER,
  taxonomy: CHECKED_LATER,
  workspaceRoot: CHECKED_LATER,
  background: optional(
    withMethods(
      'background compressions, such as compressInBackground() of @palimpsest/orchestrator/background',
      'start',
      'find',
    ),
  ),
  pinned: OPTIONAL_FUNCTION,
  originalId: OPTIONAL_FUNCTION,
  saveOriginals: OPTIONAL_FUNCTION,
  breaker: optional(only({ failures: CHECKED_LATER, coolDownMs: CHECKED_LATER })),
  logger: CHECKED_LATER,
  state: CHECKED_LATER,
  onListenerError: OPTIONAL_FUNCTION,
} satisfies Record<keyof OrchestratorOptions, GenericSchema>;

const BYTES_EXPECTED = 'a number of bytes above 0';

const REQUEST = {
  pending: CHECKED_LATER,
  overhead: optional(object({ system: TOKENS, tools: TOKENS }, 'an object of system and tools')),
  model: CHECKED_LATER,
  contextLimit: CHECKED_LATER,
  maxOutputTokens: CHECKED_LATER,
  maxRequestBytes: optional(
    pipe(
      number(BYTES_EXPECTED),
      check((value) => value > 0, BYTES_EXPECTED),
    ),
  ),
  allowRewrite: optional(union([boolean(), literal('never')], 'true, false or "never"')),
  serverManaged: optional(picklist(['leave', 'break', 'no'], '"leave", "break" or "no"')),
  force: CHECKED_LATER,
  activeTodos: CHECKED_LATER,
  transcriptPath: CHECKED_LATER,
  signal: CHECKED_LATER,
} satisfies Record<keyof PrepareRequest, GenericSchema>;

/**
 * Checks the options at construction, not at first use.
 *
 * @throws {OptionError} for an invalid or unknown option
 * @throws {PricingError} for invalid prices, or a cache TTL that they do not have
 */
export function checkOrchestratorOptions(options: OrchestratorOptions): void {
  // Without these names, their messages would be missing.
  const required = { history: undefined, strategies: undefined, estimateTokens: undefined };
  assertMatches(only(OPTIONS), { ...required, ...options });
  const { prices, cacheTtl } = options;
  // Prices that depend on the model, and their TTL, are checked per call.
  if (prices !== undefined && typeof prices !== 'function')
    findCacheTtl(checkPrices(prices), cacheTtl);
}

/**
 * Checks the request before any work.
 *
 * @throws {OptionError} for an invalid or unknown field
 */
export function checkPrepareRequest(request: PrepareRequest, history: ConversationHistory): void {
  assertMatches(only(REQUEST), request, { root: 'request' });
  const { pending } = request;
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
