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
  readonly ladder: OverflowContext;
  readonly entries: readonly IContent[];
}

const createUserEntry = (text: string): IContent => ({
  speaker: 'human',
  blocks: [{ type: 'text', text }],
});

/** Stands already where the strategy would put it, so that it costs nothing more. */
const NOTE = createUserEntry(formatMarkerLegend());

/** The newest part stays whole; it names nothing, as what is named there need not be kept of the result. */
const TAIL = createUserEntry('Go on.');

/**
 * Some results by the means of a strategy for histories: they get a history of their own, in which everything else is pinned. So the work
 * is that of the results, however long the real history is. Results of which nothing became are left out.
 *
 * @param tokens what all of them may have together
 */
export async function reduceResultsJointly(
  payloads: readonly ResultPayload[],
  tokens: number,
  { strategy, ladder, entries }: Reduction,
): Promise<Map<ResultPayload, ToolResponseBlock>> {
  const { estimateTokens, originalId, signal } = ladder;
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
  // Told by their place, as ids may repeat: where one is missing, nobody knows which.
  if (left.length !== inOrder.length) return reduced;
  for (const [at, payload] of inOrder.entries()) {
    const block = left[at]!;
    if (block !== payload.response) reduced.set(payload, block);
  }
  return reduced;
}
