import {
  formatMarkerLegend,
  type CompressionStrategy,
  type IContent,
  type ToolResponseBlock,
} from '@palimpsest/core-types';
import { untilAborted } from '../until-aborted.ts';
import type { OverflowContext } from './overflow-context.ts';
import type { ResultPayload } from './payloads.ts';

interface Reduction {
  readonly strategy: CompressionStrategy;
  readonly context: OverflowContext;
  readonly entries: readonly IContent[];
}

const createUserEntry = (text: string): IContent => ({
  speaker: 'human',
  blocks: [{ type: 'text', text }],
});

/** The marker legend. The strategy finds it and does not insert one, so that the reductions get all tokens. */
const LEGEND = createUserEntry(formatMarkerLegend());

/** The preserved tail that the strategy requires. It has no terms: terms of the tail count as covered and would be removed from results. */
const TAIL = createUserEntry('Go on.');

/**
 * Reduces tool results by a strategy for histories. The strategy gets a history of these results and their calls, in which everything else is
 * pinned, so the work does not depend on the length of the real history. Returns only the results that changed.
 *
 * @param tokens maximum tokens of all results together
 */
export async function reduceResultsJointly(
  payloads: readonly ResultPayload[],
  tokens: number,
  { strategy, context, entries }: Reduction,
): Promise<Map<ResultPayload, ToolResponseBlock>> {
  const { estimateTokens, originalId, signal } = context;
  const inOrder = payloads.toSorted((a, b) => a.entry - b.entry || a.block - b.block);
  const history: IContent[] = [LEGEND];
  const payloadOf = new Map<IContent, ResultPayload>();
  for (const payload of inOrder) {
    const result: IContent = { speaker: 'tool', blocks: [payload.response] };
    payloadOf.set(result, payload);
    history.push({ speaker: 'ai', blocks: [payload.call] }, result);
  }
  history.push(TAIL);
  const total = await estimateTokens(history);
  // Everything except the results stays, plus `tokens` for the results.
  const targetTokens = total - (await estimateTokens([...payloadOf.keys()])) + tokens;
  const idOf = (entry: IContent): string | undefined => {
    const payload = payloadOf.get(entry);
    return payload && originalId?.(entries[payload.entry]!, payload.block);
  };
  const outcome = await untilAborted(signal, () =>
    strategy.compress({
      history,
      estimateTokens,
      targetTokens,
      currentTokenCount: total,
      pinned: (entry) => !payloadOf.has(entry),
      runtimeContext: { ephemerals: { preserveThreshold: () => 0 } },
      ...(originalId === undefined ? {} : { originalId: idOf }),
      ...(signal === undefined ? {} : { signal }),
    }),
  );
  const reduced = new Map<ResultPayload, ToolResponseBlock>();
  if (outcome.kind === 'noop') return reduced;
  const remaining = outcome.newHistory.flatMap(({ blocks }) =>
    blocks.filter((block) => block.type === 'tool_response'),
  );
  // Matched by position, because ids may repeat. If the strategy removed a result, the positions are unknown.
  if (remaining.length !== inOrder.length) return reduced;
  for (const [at, payload] of inOrder.entries()) {
    const block = remaining[at]!;
    if (block !== payload.response) reduced.set(payload, block);
  }
  return reduced;
}
