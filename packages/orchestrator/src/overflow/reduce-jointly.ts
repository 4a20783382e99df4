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

/** The marker legend, at the place where the strategy would insert it, so that it adds no tokens. */
const NOTE = createUserEntry(formatMarkerLegend());

/** The preserved tail. It has no terms, because terms of the tail would count as covered. */
const TAIL = createUserEntry('Go on.');

/**
 * Reduces tool results by a strategy for histories: builds a history of just these results, in which everything else is pinned. So the work
 * does not depend on the length of the real history. Unchanged results are omitted.
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
  const history: IContent[] = [NOTE];
  const payloadOf = new Map<IContent, ResultPayload>();
  for (const payload of inOrder) {
    const result: IContent = { speaker: 'tool', blocks: [payload.response] };
    payloadOf.set(result, payload);
    history.push({ speaker: 'ai', blocks: [payload.call] }, result);
  }
  history.push(TAIL);
  const whole = await estimateTokens(history);
  const targetTokens = whole - (await estimateTokens([...payloadOf.keys()])) + tokens;
  const idOf = (entry: IContent): string | undefined => {
    const payload = payloadOf.get(entry);
    return payload && originalId?.(entries[payload.entry]!, payload.block);
  };
  const outcome = await untilAborted(signal, () =>
    strategy.compress({
      history,
      estimateTokens,
      targetTokens,
      currentTokenCount: whole,
      pinned: (entry) => !payloadOf.has(entry),
      runtimeContext: { ephemerals: { preserveThreshold: () => 0 } },
      ...(originalId === undefined ? {} : { originalId: idOf }),
      ...(signal === undefined ? {} : { signal }),
    }),
  );
  const reduced = new Map<ResultPayload, ToolResponseBlock>();
  if (outcome.kind === 'noop') return reduced;
  const left = outcome.newHistory.flatMap(({ blocks }) =>
    blocks.filter((block) => block.type === 'tool_response'),
  );
  // Matched by position, because ids may repeat. If one is missing, the match is unknown.
  if (left.length !== inOrder.length) return reduced;
  for (const [at, payload] of inOrder.entries()) {
    const block = left[at]!;
    if (block !== payload.response) reduced.set(payload, block);
  }
  return reduced;
}
