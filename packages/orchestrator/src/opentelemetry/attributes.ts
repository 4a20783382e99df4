import type { Attributes } from '@opentelemetry/api';
import type { DroppedCounts, UsageStats } from '@palimpsest/core-types';
import type { CompressionEvent } from '../attempts/outcome.ts';
import { reportedTokens } from '../economics/call-cost.ts';
import type { Compression, PrepareResult } from '../orchestrator/prepare-request.ts';

const MAX_NAME_LENGTH = 128;
const MAX_MESSAGE_LENGTH = 1_000;

/** An identifier, as opposed to text that may quote the conversation. */
const WORD = /^[\w.:-]{1,128}$/;

const DROPPED = [
  'toolResults',
  'toolCalls',
  'thinkingBlocks',
  'mediaBlocks',
  'aiEntries',
  'humanEntries',
  'summarizedEntries',
  'summarizedTexts',
  'duplicateTexts',
  'truncatedTexts',
  'reducedTexts',
  'lines',
] as const satisfies (keyof DroppedCounts)[];

/** Removes undefined and non-finite values: strategies are third-party code, and may report anything. */
function defined(attributes: Attributes): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).filter(
      ([, value]) => value !== undefined && (typeof value !== 'number' || Number.isFinite(value)),
    ),
  );
}

function toName(name: string | undefined): string | undefined {
  return name?.slice(0, MAX_NAME_LENGTH).toWellFormed();
}

export function modelAttributes(model: string | undefined): Attributes {
  return defined({ 'gen_ai.request.model': toName(model) });
}

export function reasonAttributes(outcome: PrepareResult): Attributes {
  return 'reason' in outcome ? { 'palimpsest.reason': toWord(outcome.reason) } : {};
}

/** Returns the attributes by which measurements are told apart; each has few values. */
export function outcomeLabels(outcome: PrepareResult, strategy: string): Attributes {
  return defined({
    'palimpsest.outcome': outcome.kind,
    'palimpsest.strategy': toName(strategy),
    'palimpsest.compression.strategy':
      'compression' in outcome ? toName(outcome.compression?.strategy) : undefined,
    'error.type': outcome.kind === 'overflow' ? errorType(outcome.error) : undefined,
  });
}

export function outcomeAttributes(outcome: PrepareResult, strategy: string): Attributes {
  const { budget, expected, schedule, history, pending, attempts, modelCalls } = outcome;
  const tokens = sumModelTokens(outcome);
  return defined({
    ...outcomeLabels(outcome, strategy),
    ...reasonAttributes(outcome),
    'palimpsest.tokens.before': outcome.tokensBefore,
    'palimpsest.tokens.after': outcome.tokensAfter,
    'palimpsest.entries.after': history.length + pending.length,
    'palimpsest.budget.target': budget.target,
    'palimpsest.budget.trigger': budget.trigger,
    'palimpsest.budget.limit': budget.limit,
    'palimpsest.first_changed_index': outcome.firstChangedIndex,
    'palimpsest.attempts': attempts.length,
    'palimpsest.ingested': outcome.ingested,
    'palimpsest.rereads': outcome.rereads,
    'palimpsest.optimized': outcome.optimized,
    'palimpsest.schedule.reason': schedule?.reason,
    'palimpsest.schedule.net': schedule?.price?.net,
    'palimpsest.expected.cached_tokens': expected && Math.round(expected.cached),
    'palimpsest.expected.written_tokens': expected && Math.round(expected.written),
    'palimpsest.expected.uncached_tokens': expected && Math.round(expected.uncached),
    'palimpsest.model_calls': modelCalls.length === 0 ? undefined : modelCalls.length,
    'gen_ai.usage.input_tokens': tokens?.input,
    'gen_ai.usage.output_tokens': tokens?.output,
    'gen_ai.usage.cache_read.input_tokens': tokens?.cacheRead,
    'gen_ai.usage.cache_creation.input_tokens': tokens?.cacheWritten,
    ...('compression' in outcome ? compressionAttributes(outcome.compression) : {}),
    'palimpsest.steps': 'steps' in outcome ? outcome.steps.map(({ step }) => step) : undefined,
    ...(outcome.kind === 'overflow' ? prefixed('palimpsest.floor.', { ...outcome.floor }) : {}),
  });
}

function compressionAttributes(compression: Compression | undefined) {
  if (compression === undefined) return {};
  const { reason, ineffective, metadata } = compression;
  const { dropped, repaired, shortfallTokens } = metadata;
  const counts = DROPPED.map((kind) => [
    kind.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    dropped?.[kind],
  ]);
  return {
    'palimpsest.compression.reason': reason,
    'palimpsest.compression.ineffective': ineffective,
    'palimpsest.compression.shortfall_tokens': shortfallTokens,
    'palimpsest.compression.repairs': repaired?.length,
    ...prefixed('palimpsest.dropped.', Object.fromEntries(counts)),
  };
}

function prefixed(prefix: string, values: Readonly<Record<string, number | undefined>>) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [prefix + name, value]));
}

type ModelTokens = Record<'input' | 'output' | 'cacheRead' | 'cacheWritten', number>;

/** Sums the tokens of model calls; `undefined` if the provider reported none. Input includes cached tokens. */
export function sumModelTokens({
  modelCalls,
}: Pick<PrepareResult, 'modelCalls'>): ModelTokens | undefined {
  const usages: UsageStats[] = modelCalls.flatMap(({ usage }) => usage ?? []);
  if (usages.length === 0) return undefined;
  const sum = { input: 0, output: 0, cacheRead: 0, cacheWritten: 0 };
  for (const usage of usages) {
    // Infinity: only tokens that the provider reported as written count as written.
    const tokens = reportedTokens(usage, { minimumPrefixTokens: Number.POSITIVE_INFINITY });
    sum.input += tokens.cached + tokens.written + tokens.uncached;
    sum.output += tokens.output;
    sum.cacheRead += tokens.cached;
    sum.cacheWritten += tokens.written;
  }
  return sum;
}

export function attemptAttributes(event: CompressionEvent, withMessage: boolean): Attributes {
  if ('to' in event) {
    return defined({ 'palimpsest.from': toName(event.from), 'palimpsest.to': toName(event.to) });
  }
  return defined({
    'palimpsest.strategy': toName(event.strategy),
    ...('error' in event
      ? errorAttributes(event.error, withMessage)
      : { 'palimpsest.wait_ms': 'ms' in event ? event.ms : event.remainingMs }),
  });
}

/** Returns the attributes of an error. Its message is optional, because messages of providers may quote the conversation. */
export function errorAttributes(error: unknown, withMessage: boolean): Attributes {
  return defined({
    'error.type': errorType(error),
    'palimpsest.error.code': toCode(read(error, 'code')) ?? toCode(read(error, 'status')),
    'exception.message': withMessage ? errorMessage(error) : undefined,
  });
}

/** Returns a code as text; a number is an HTTP status. */
function toCode(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  return isWord(value) ? value : undefined;
}

export function errorType(error: unknown): string {
  return isObject(error) ? toWord(read(error, 'name')) : typeof error;
}

export function errorMessage(error: unknown): string | undefined {
  const message = typeof error === 'string' ? error : read(error, 'message');
  if (typeof message !== 'string') return undefined;
  return message.slice(0, MAX_MESSAGE_LENGTH).toWellFormed();
}

function isWord(value: unknown): value is string {
  return typeof value === 'string' && WORD.test(value);
}

function toWord(value: unknown): string {
  return isWord(value) ? value : '_OTHER';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function read(error: unknown, name: string): unknown {
  if (!isObject(error)) return undefined;
  try {
    return Reflect.get(error, name);
  } catch {
    // The getter of a third-party error may throw.
    return undefined;
  }
}
