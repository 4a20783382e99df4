import type { UsageStats } from '@palimpsest/core-types';
import { reportedTokens } from '../economics/call-cost.ts';
import type { Prepared } from '../orchestrator/prepared.ts';

/** Calls of a model that a compression made. */
export interface ModelCalls {
  readonly count: number;
  /** Of all of them, as far as the provider said; `input` counts what concerns the cache, too. */
  readonly tokens?: ModelTokens;
}

interface ModelTokens {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWritten: number;
}

/** Nothing counts as written to a cache that nobody reported. */
const AS_REPORTED = { minimumPrefixTokens: Number.POSITIVE_INFINITY };

export function modelCallsOf({ modelCalls }: Pick<Prepared, 'modelCalls'>): ModelCalls {
  const count = modelCalls.length;
  const usages = modelCalls.flatMap(({ usage }) => usage ?? []);
  return usages.length === 0 ? { count } : { count, tokens: sum(usages) };
}

function sum(usages: readonly UsageStats[]): ModelTokens {
  return usages
    .map((usage) => reportedTokens(usage, AS_REPORTED))
    .reduce(
      (all, { cached, written, uncached, output }) => ({
        input: all.input + cached + written + uncached,
        output: all.output + output,
        cacheRead: all.cacheRead + cached,
        cacheWritten: all.cacheWritten + written,
      }),
      { input: 0, output: 0, cacheRead: 0, cacheWritten: 0 },
    );
}
