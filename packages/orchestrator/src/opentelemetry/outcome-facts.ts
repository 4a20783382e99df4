import type { DroppedCounts } from '@palimpsest/core-types';
import type { Compression, Prepared } from '../orchestrator/prepared.ts';
import { known, named, word, type Facts } from './facts.ts';
import { modelCallsOf } from './model-calls.ts';

const DROPPED: Readonly<Record<keyof DroppedCounts, string>> = {
  toolResults: 'tool_results',
  toolCalls: 'tool_calls',
  thinkingBlocks: 'thinking_blocks',
  mediaBlocks: 'media_blocks',
  aiEntries: 'ai_entries',
  humanEntries: 'human_entries',
  summarizedEntries: 'summarized_entries',
  summarizedTexts: 'summarized_texts',
  duplicateTexts: 'duplicate_texts',
  truncatedTexts: 'truncated_texts',
  reducedTexts: 'reduced_texts',
  lines: 'lines',
};

/** What became of a request, in figures and in words of our own. */
export function outcomeFacts(outcome: Prepared, strategy: string): Facts {
  const { budget, expected, schedule, history, pending, attempts } = outcome;
  const compression = compressionOf(outcome);
  return known({
    'palimpsest.outcome': outcome.kind,
    'palimpsest.reason': reasonOf(outcome),
    'palimpsest.strategy': named(strategy),
    'palimpsest.tokens.before': outcome.tokensBefore,
    'palimpsest.tokens.after': outcome.tokensAfter,
    'palimpsest.entries.after': history.length + pending.length,
    'palimpsest.budget.target': budget.target,
    'palimpsest.budget.trigger': budget.trigger,
    'palimpsest.budget.limit': budget.limit,
    'palimpsest.first_changed_index': outcome.firstChangedIndex,
    'palimpsest.attempts': attempts.length,
    'palimpsest.ingested': outcome.ingested,
    'palimpsest.optimized': outcome.optimized,
    'palimpsest.schedule.reason': schedule?.reason,
    'palimpsest.schedule.net': schedule?.price?.net,
    'palimpsest.expected.cached_tokens': rounded(expected?.cached),
    'palimpsest.expected.written_tokens': rounded(expected?.written),
    'palimpsest.expected.uncached_tokens': rounded(expected?.uncached),
    ...modelFacts(outcome),
    ...(compression === undefined ? {} : compressionFacts(compression)),
    ...(outcome.kind === 'truncated' || outcome.kind === 'cannot'
      ? { 'palimpsest.steps': outcome.steps.map(({ step }) => step) }
      : {}),
    ...(outcome.kind === 'cannot' ? floorFacts(outcome.floor) : {}),
  });
}

/** What a strategy did to the request, where one did. */
export function compressionOf(outcome: Prepared): Compression | undefined {
  return 'compression' in outcome ? outcome.compression : undefined;
}

/** Why a request goes out as it is, or why compression failed. */
export function reasonOf(outcome: Prepared): string | undefined {
  return 'reason' in outcome ? word(outcome.reason) : undefined;
}

/** What strategies asked models for it, whatever came of that. */
function modelFacts(outcome: Prepared): Facts {
  const { count, tokens } = modelCallsOf(outcome);
  return known({
    'palimpsest.model_calls': count === 0 ? undefined : count,
    'gen_ai.usage.input_tokens': tokens?.input,
    'gen_ai.usage.output_tokens': tokens?.output,
    'gen_ai.usage.cache_read.input_tokens': tokens?.cacheRead,
    'gen_ai.usage.cache_creation.input_tokens': tokens?.cacheWritten,
  });
}

function compressionFacts({ strategy, reason, ineffective, metadata }: Compression): Facts {
  const { dropped = {}, repaired, shortfallTokens } = metadata;
  const facts = {
    'palimpsest.compression.strategy': named(strategy),
    'palimpsest.compression.reason': reason,
    'palimpsest.compression.ineffective': ineffective,
    'palimpsest.compression.shortfall_tokens': shortfallTokens,
    'palimpsest.compression.repairs': repaired?.length,
  };
  const counts = Object.entries(DROPPED).map(
    ([name, spelled]) =>
      [`palimpsest.dropped.${spelled}`, dropped[name as keyof DroppedCounts]] as const,
  );
  return known({ ...facts, ...Object.fromEntries(counts) });
}

function floorFacts(floor: Extract<Prepared, { kind: 'cannot' }>['floor']): Facts {
  const { system, pinned, tail, tools, pending } = floor;
  return {
    'palimpsest.floor.system': system,
    'palimpsest.floor.pinned': pinned,
    'palimpsest.floor.tail': tail,
    'palimpsest.floor.tools': tools,
    'palimpsest.floor.pending': pending,
  };
}

function rounded(tokens: number | undefined): number | undefined {
  return tokens === undefined ? undefined : Math.round(tokens);
}
