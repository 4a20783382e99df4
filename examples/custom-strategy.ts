import {
  DROPPED_POINTER,
  isMarker,
  type CompressionContext,
  type CompressionResult,
  type ContentBlock,
  type IContent,
  type StrategyPlugin,
} from '@palimpsest/core-types';
import {
  DEFAULT_PRESERVE_THRESHOLD,
  createResultBuilder,
  fitToTarget,
  createIsProtected,
  repairHistory,
  resolveTargetTokens,
  safeCuts,
  findTailStart,
} from '@palimpsest/history';
import { createPalimpsest } from 'palimpsest';
import messages from './session.json' with { type: 'json' };

/** Turns old tool results into a line, oldest first, until the history fits. Failures stay. */
async function pruneResults(context: CompressionContext): Promise<CompressionResult> {
  const repaired = repairHistory(context.history);
  const { history, index } = repaired;
  const decide = createResultBuilder({
    strategy: 'prune-results',
    original: context.history,
    repaired,
  });
  const targetTokens = resolveTargetTokens(context);
  const tokensBefore = await context.estimateTokens(history);
  if (tokensBefore <= targetTokens) {
    return decide({ tokensBefore, targetTokens, noopReason: 'already-under-target' });
  }
  const share = context.runtimeContext.ephemerals.preserveThreshold?.();
  const boundary = findTailStart(history, safeCuts(index), share ?? DEFAULT_PRESERVE_THRESHOLD);
  const isProtected = createIsProtected(context.pinned);
  const candidates = history.slice(0, boundary).flatMap((entry, at) => {
    if (isProtected(entry) || !entry.blocks.some(isPrunable)) return [];
    const changes = new Map([[at, pruned(entry)]]);
    return [{ changes: () => changes, dropped: { toolResults: 1 } }];
  });
  const fitted = await fitToTarget({
    history,
    tokens: tokensBefore,
    targetTokens,
    candidates,
    estimateTokens: context.estimateTokens,
    ...(context.signal === undefined ? {} : { signal: context.signal }),
  });
  const { plan, tokens: tokensAfter, dropped } = fitted;
  const tail = history.length - boundary;
  const obstacle = 'only old results may go';
  return decide({
    tokensBefore,
    targetTokens,
    plan,
    tokensAfter,
    dropped,
    tail,
    shortfallReason: obstacle,
  });
}

function isPrunable(block: ContentBlock): boolean {
  if (block.type !== 'tool_response' || typeof block.result !== 'string') return false;
  const hasFailed = block.isError === true || (block.error ?? '') !== '';
  return !hasFailed && block.result.length > DROPPED_POINTER.length && !isMarker(block.result);
}

function pruned(entry: IContent): IContent {
  const blocks = entry.blocks.map((block) =>
    isPrunable(block) ? { ...block, result: DROPPED_POINTER } : block,
  );
  return { ...entry, blocks };
}

export const pruneOldResults: StrategyPlugin = {
  specification: 1,
  name: 'prune-results',
  requiresLLM: false,
  humanText: 'kept',
  description: 'Old tool results become a line, oldest first, until the history fits.',
  create: () => ({
    name: 'prune-results',
    requiresLLM: false,
    trigger: { mode: 'threshold', defaultThreshold: 0.85 },
    compress: pruneResults,
  }),
};

const palimpsest = createPalimpsest();
palimpsest.registry.register(pruneOldResults);
const { report } = await palimpsest.compress(messages, {
  strategy: 'prune-results',
  targetRatio: 0.5,
});
console.log(`${report.tokensBefore} tokens became ${report.tokensAfter}`);
