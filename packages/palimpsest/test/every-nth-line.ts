import {
  formatGapMarker,
  type CompressionContext,
  type CompressionResult,
  type ContentBlock,
  type IContent,
  type StrategyPlugin,
} from '@palimpsest/core-types';

/**
 * Keeps every nth line of each tool result except in the newest entry, plus a gap marker. n is the smallest power of 2, up to 64, that meets
 * the target.
 */
export function everyNthLine({ startsFromOriginals = true } = {}): StrategyPlugin {
  return {
    specification: 1,
    name: 'every-nth-line',
    requiresLLM: false,
    humanText: 'kept',
    description: 'For these tests.',
    create: () => ({
      name: 'every-nth-line',
      requiresLLM: false,
      trigger: { mode: 'threshold', defaultThreshold: 0.85 },
      startsFromOriginals,
      compress,
    }),
  };
}

async function compress(context: CompressionContext): Promise<CompressionResult> {
  const { history, estimateTokens, targetTokens = 0 } = context;
  const metadata = {
    originalMessageCount: history.length,
    compressedMessageCount: history.length,
    strategyUsed: 'every-nth-line',
    llmCallMade: false,
  };
  if ((await estimateTokens(history)) <= targetTokens) {
    return { kind: 'noop', reason: 'already-under-target', metadata };
  }
  let newHistory: IContent[] = [];
  for (let step = 2; step <= 64; step *= 2) {
    newHistory = history.map((entry, index) =>
      index === history.length - 1 ? entry : thinned(entry, step, context),
    );
    if ((await estimateTokens(newHistory)) <= targetTokens) break;
  }
  if (newHistory.every((entry, index) => entry === history[index])) {
    return { kind: 'noop', reason: 'nothing-removable', metadata };
  }
  return { kind: 'applied', newHistory, metadata: { ...metadata, dropped: { reducedTexts: 1 } } };
}

function thinned(entry: IContent, step: number, { originalId }: CompressionContext): IContent {
  let isChanged = false;
  const blocks = entry.blocks.map((block, index): ContentBlock => {
    if (block.type !== 'tool_response' || typeof block.result !== 'string') return block;
    const lines = block.result.split('\n');
    const kept = lines.filter((_, line) => line % step === 0);
    if (kept.length + 1 >= lines.length) return block;
    isChanged = true;
    const id = originalId?.(entry, index);
    const mark = `${id === undefined ? '' : `#${id} `}${formatGapMarker(lines.length - kept.length)}`;
    return { ...block, result: [...kept, mark].join('\n') };
  });
  return isChanged ? { ...entry, blocks } : entry;
}
