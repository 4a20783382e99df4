import type { IContent, ResultToReduce, ToolResponseBlock } from '@palimpsest/core-types';
import { createStrategy } from '@palimpsest/engine';
import { countTokensByCharacters } from '@palimpsest/testing';
import { salience } from '../src/index.ts';
import { callsOf, responsesOf } from './compressed.ts';

interface ReduceOptions {
  /** Maximum tokens of all results together, as a share of what they have; `maxTokens` takes precedence. @default 0 */
  readonly ratio?: number;
  readonly maxTokens?: number;
  readonly originalId?: (entry: IContent, block: number) => string | undefined;
}

/** Returns a history whose results were reduced before they were added: everything else is unchanged. */
export async function reduced(
  history: readonly IContent[],
  { ratio = 0, maxTokens, originalId }: ReduceOptions = {},
): Promise<IContent[]> {
  const calls = new Map(callsOf(history).map((call) => [call.id, call]));
  const results: ResultToReduce[] = history.flatMap((entry) =>
    entry.blocks.flatMap((response, block) => {
      if (response.type !== 'tool_response') return [];
      const id = originalId?.(entry, block);
      const call = calls.get(response.callId)!;
      return { call, response, ...(id === undefined ? {} : { originalId: id }) };
    }),
  );
  const tokens = countTokensByCharacters([{ speaker: 'tool', blocks: responsesOf(history) }]);
  const left = await createStrategy(salience).reduceResults!(results, {
    maxTokens: maxTokens ?? Math.floor(ratio * tokens),
    estimateTokens: countTokensByCharacters,
  });
  const byResult = new Map<unknown, ToolResponseBlock>(
    results.map(({ response }, at) => [response, left[at]!]),
  );
  return history.map((entry) => ({
    ...entry,
    blocks: entry.blocks.map((block) => byResult.get(block) ?? block),
  }));
}
