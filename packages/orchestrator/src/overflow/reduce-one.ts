import {
  gapNote,
  type CompressionStrategy,
  type IContent,
  type ToolResponseBlock,
} from '@palimpsest/core-types';
import { untilAborted } from '../until-aborted.ts';
import type { Ladder } from './ladder.ts';
import type { ResultPayload } from './payloads.ts';

export interface Reduction {
  readonly strategy: CompressionStrategy;
  readonly ladder: Ladder;
  readonly entries: readonly IContent[];
}

const say = (text: string): IContent => ({ speaker: 'human', blocks: [{ type: 'text', text }] });

/** Stands already where the strategy would put it, so that it costs nothing more. */
const NOTE = say(gapNote());

/** The newest part stays whole; it names nothing, as what is named there need not be kept of the result. */
const TAIL = say('Go on.');

/**
 * One result by the means of a strategy for histories: it gets a history of its own, in which everything else is pinned. So the work is
 * that of the result, however long the real history is. `undefined` where nothing became of it.
 */
export async function reduceOne(
  { response, call, entry: at, block }: ResultPayload,
  tokens: number,
  { strategy, ladder, entries }: Reduction,
): Promise<ToolResponseBlock | undefined> {
  const { estimateTokens, originalId, signal } = ladder;
  const result: IContent = { speaker: 'tool', blocks: [response] };
  const history: IContent[] = [NOTE, { speaker: 'ai', blocks: [call] }, result, TAIL];
  const whole = await estimateTokens(history);
  const targetTokens = whole - (await estimateTokens([result])) + tokens;
  const outcome = await untilAborted(signal, () =>
    strategy.compress({
      history,
      estimateTokens,
      targetTokens,
      currentTokenCount: whole,
      pinned: (entry) => entry !== result,
      runtimeContext: { ephemerals: { preserveThreshold: () => 0 } },
      ...(originalId === undefined
        ? {}
        : {
            originalId: (entry: IContent) =>
              entry === result ? originalId(entries[at]!, block) : undefined,
          }),
      ...(signal === undefined ? {} : { signal }),
    }),
  );
  if (outcome.kind === 'noop') return undefined;
  for (const { blocks } of outcome.newHistory) {
    const left = blocks.find((one) => one.type === 'tool_response');
    if (left !== undefined) return left === response ? undefined : left;
  }
  return undefined;
}
