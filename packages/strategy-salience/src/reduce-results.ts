import type {
  IContent,
  ReduceLimits,
  ResultToReduce,
  TokenEstimator,
  ToolResponseBlock,
} from '@palimpsest/core-types';
import { createStrategy } from '@palimpsest/engine';
import { createTokenCountCache, indexExchanges, previewPlan } from '@palimpsest/history';
import { measureProseRate, type Dependencies } from './decide.ts';
import { parseHistory } from './parts/parts.ts';
import { salience } from './salience.ts';
import { selectWithinBudget } from './selection/select-within-budget.ts';

/**
 * Reduces tool results to their most useful lines. They are valued by each other and by their calls, which stay. Returns them in order; an
 * unchanged one is the same object.
 */
export async function reduceResults(
  results: readonly ResultToReduce[],
  { maxTokens, estimateTokens, signal }: ReduceLimits,
  { taxonomy, parseCache, weights }: Dependencies,
): Promise<readonly ToolResponseBlock[]> {
  const history = results.flatMap(({ call, response }): IContent[] => [
    { speaker: 'ai', blocks: [call] },
    { speaker: 'tool', blocks: [response] },
  ]);
  const idOf = new Map(results.map(({ originalId }, at) => [history[2 * at + 1]!, originalId]));
  const ledger = createTokenCountCache(estimateTokens);
  const tokens: number[] = [];
  for (const entry of history) tokens.push(await ledger.count(entry));
  const sumOf = (isResult: boolean): number =>
    tokens.reduce((sum, count, at) => ((at % 2 === 1) === isResult ? sum + count : sum), 0);
  // Estimators need not be additive; what the whole costs beyond its entries is constant.
  const tokensBeyondEntries = (await estimateTokens(history)) - sumOf(true) - sumOf(false);
  const { plan } = await selectWithinBudget(
    {
      history,
      parts: parseHistory(indexExchanges(history), { taxonomy, parseCache }),
      retentionClasses: history.map(({ speaker }) => (speaker === 'tool' ? 'ordinary' : 'kept')),
      tokens,
      proseRate: await measureProseRate(estimateTokens),
      parseCache,
      weights,
      countEntry: (entry) => ledger.count(entry),
      originalId: (entry) => idOf.get(entry),
      mergesOmitted: false,
    },
    {
      targetTokens: sumOf(false) + tokensBeyondEntries + maxTokens,
      tokensBeyondEntries,
      // The history that the results return to explains the markers.
      explain: (planned) => planned,
      tokensWith: async (planned) => await estimateTokens(previewPlan(history, planned)),
      signal,
    },
  );
  return results.map(({ response }, at) => {
    const reduced = plan.replacements.get(2 * at + 1)?.blocks[0];
    return reduced?.type === 'tool_response' ? reduced : response;
  });
}

/**
 * Returns a text reduced to its most useful lines; the text itself if it fits, or is no longer than its reduction.
 *
 * @param maxTokens maximum tokens of the text, by `estimateTokens`
 */
export async function reduceText(
  text: string,
  {
    maxTokens,
    estimateTokens,
  }: { readonly maxTokens: number; readonly estimateTokens: TokenEstimator },
): Promise<string> {
  const call = { type: 'tool_call', id: 'text', name: 'text', parameters: {} } as const;
  const response = {
    type: 'tool_response',
    callId: call.id,
    toolName: call.name,
    result: text,
  } as const;
  const tokensOf = async (block: ToolResponseBlock): Promise<number> =>
    await estimateTokens([{ speaker: 'tool', blocks: [block] }]);
  const empty = await tokensOf({ ...response, result: '' });
  const before = await tokensOf(response);
  if (before - empty <= maxTokens) return text;
  const limits = { maxTokens: maxTokens + empty, estimateTokens };
  const [reduced] = await createStrategy(salience).reduceResults!([{ call, response }], limits);
  const result = reduced?.result;
  return typeof result === 'string' && result.length < text.length ? result : text;
}
