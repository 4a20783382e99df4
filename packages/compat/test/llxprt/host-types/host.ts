import * as palimpsest from '@palimpsest/compat/llxprt';
import type * as llxprt from './llxprt.ts';

/** A host like llxprt-code: all its inputs and outputs have types that the host declares. */
type Strategy = llxprt.CompressionStrategy<palimpsest.StructuralNoopReason>;

export const strategies: Record<llxprt.CompressionStrategyName, () => Strategy> = {
  'middle-out': () => new palimpsest.MiddleOutStrategy(),
  'top-down-truncation': () => new palimpsest.TopDownTruncationStrategy(),
  'one-shot': () => new palimpsest.OneShotStrategy(),
  'high-density': () => new palimpsest.HighDensityStrategy(),
};

export async function compress(
  service: llxprt.HistoryService,
  context: llxprt.CompressionContext,
): Promise<void> {
  const name: llxprt.CompressionStrategyName = palimpsest.parseCompressionStrategyName(
    context.runtimeContext.ephemerals.compressionStrategy(),
  );
  const strategy: Strategy = palimpsest.getCompressionStrategy(name);
  const trigger: llxprt.StrategyTrigger = strategy.trigger;
  const result = await palimpsest.getCompressionStrategy(name).compress(context);
  if (result.kind === 'noop') {
    const known: readonly palimpsest.StructuralNoopReason[] = palimpsest.STRUCTURAL_NOOP_REASONS;
    context.logger.debug(`${trigger.mode}: ${result.reason} of ${known.length}`);
    return;
  }
  const before: llxprt.IContent[] = service.getCurated();
  const next = palimpsest.applyCompressionWithAnchor(before, result, service.getCacheAnchorSeq());
  const entries: readonly llxprt.IContent[] = next.history;
  for (const entry of entries) service.add(entry);
  for (const entry of result.newHistory) service.add(entry);
  const usage: llxprt.UsageStats | undefined = result.metadata.usage;
  const metadata: llxprt.CompressionResultMetadata = result.metadata;
  context.logger.debug(`${metadata.middleCompressed} ${usage?.totalTokens}`);
  service.setCacheAnchorSeq(next.anchorSeq);
}

export async function optimize(
  service: llxprt.HistoryService,
  config: llxprt.DensityConfig,
): Promise<llxprt.IContent[]> {
  const plan: llxprt.DensityResult = new palimpsest.HighDensityStrategy().optimize(
    service.getRawHistory(),
    config,
  );
  await service.applyDensityResult(plan);
  return palimpsest.applyDensityResult(service.getRawHistory(), plan);
}

export async function budget(
  service: llxprt.HistoryService,
  provider: llxprt.RuntimeProvider,
  settings: llxprt.SettingsService,
): Promise<number> {
  const pending: llxprt.IContent[] = palimpsest.sanitizeHistoryForCompression(service.getCurated());
  const split = palimpsest.adjustForToolCallBoundary(pending, 2);
  const forward = palimpsest.findForwardValidSplitPoint(pending, split);
  const backward = palimpsest.findBackwardValidSplitPoint(pending, forward);
  const anchor: number | undefined = palimpsest.resolveHeadAnchorSeq(pending, backward);
  const said = palimpsest.aggregateTextFromBlocks(pending[0]?.blocks ?? [], '', false);
  const named = palimpsest.extractCompletionBudgetFromParams(provider.getModelParams?.());
  const free = palimpsest.getCompletionBudget({}, 'model', provider, settings, 128_000);
  const tokens = await palimpsest.estimatePendingTokens(pending, service, 'model');
  return tokens + free + (named ?? 0) + (anchor ?? 0) + said.text.length;
}

/** A strategy of the host is also a strategy of this package. */
export function register(own: Strategy): palimpsest.CompressionStrategy {
  return own;
}

/** The entry types of the package and of the host are assignable to each other. */
export const entry: llxprt.IContent = {} as palimpsest.IContent;
export const sameEntry: palimpsest.IContent = {} as llxprt.IContent;
export const codes: Readonly<Record<string, string>> = palimpsest.COMPRESSION_ERROR_CODES;
