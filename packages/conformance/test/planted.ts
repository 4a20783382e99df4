import type {
  CompressionContext,
  CompressionResult,
  CompressionStrategy,
  HumanTextPolicy,
  IContent,
  StrategyPlugin,
} from '@palimpsest/core-types';
import { indexExchanges, repairHistory, safeCuts, findTailStart } from '@palimpsest/history';

/** The output entries, each with the indices of its source entries. */
export type Output = readonly (readonly [entry: IContent, source: number, ...more: number[]])[];

/** Edits the head of a whole history. Entries from `boundary` on are the tail. */
export type Edit = (history: readonly IContent[], boundary: number) => Output;

/** Returns every entry unchanged. */
export function untouched(history: readonly IContent[]): Output {
  return history.map((entry, index) => [entry, index] as const);
}

/** Edits the entries of the head one by one; `undefined` removes an entry. */
export function mapHead(change: (entry: IContent, index: number) => IContent | undefined): Edit {
  return (history, boundary) =>
    untouched(history).flatMap(([entry, index]) => {
      const changed = index < boundary ? change(entry, index) : entry;
      return changed === undefined ? [] : [[changed, index] as const];
    });
}

interface PlantedOptions extends Pick<Partial<CompressionStrategy>, 'optimize'> {
  readonly humanText?: HumanTextPolicy;
  readonly longHumanText?: number;
  /** Returns the start of the tail when the host sets no share. */
  readonly unsetBoundary?: (history: readonly IContent[]) => number;
  /** The reported reason for changed entries. @default reduced */
  readonly changes?: 'reduced' | 'summary';
  /** Returns the reported length of the tail. */
  readonly bottomPreserved?: (history: readonly IContent[], boundary: number) => number;
}

/** A strategy that applies the given edit and reports it correctly. */
export function planted(
  edit: Edit,
  {
    humanText = 'eligible',
    longHumanText,
    unsetBoundary,
    changes = 'reduced',
    bottomPreserved,
    ...more
  }: PlantedOptions = {},
): StrategyPlugin {
  const name = 'planted';
  const compress = async ({
    history: given,
    estimateTokens,
    targetTokens = 0,
    runtimeContext: { ephemerals },
  }: CompressionContext): Promise<CompressionResult> => {
    const { history, index } = repairHistory(given);
    const preserve = ephemerals.preserveThreshold?.();
    const boundary =
      preserve === undefined && unsetBoundary !== undefined
        ? unsetBoundary(history)
        : findTailStart(history, safeCuts(index), preserve ?? 0.2);
    const output = edit(history, boundary);
    const newHistory = output.map(([entry]) => entry);
    const metadata = {
      originalMessageCount: given.length,
      compressedMessageCount: newHistory.length,
      strategyUsed: name,
      llmCallMade: false,
    };
    const isSame =
      newHistory.length === history.length &&
      newHistory.every((entry, at) => entry === history[at]);
    if (isSame || given !== history) return { kind: 'noop', reason: 'nothing-removable', metadata };
    return {
      kind: 'applied',
      newHistory,
      metadata: {
        ...metadata,
        ...(bottomPreserved === undefined
          ? {}
          : { bottomPreserved: bottomPreserved(history, boundary) }),
        shortfallTokens: Math.max(0, (await estimateTokens(newHistory)) - targetTokens),
        provenance: output.map(([entry, ...sources]) => ({
          sources,
          reason: entry === history[sources[0]] ? 'kept' : changes,
        })),
      },
    };
  };
  return {
    specification: 1,
    name,
    requiresLLM: false,
    humanText,
    ...(longHumanText === undefined ? {} : { longHumanText }),
    description: 'Does what it is told.',
    create: () => ({
      name,
      requiresLLM: false,
      trigger: { mode: 'threshold', defaultThreshold: 0.85 },
      compress,
      ...more,
    }),
  };
}

/** First and last index of the newest exchange. */
export function newestExchange(history: readonly IContent[]): readonly number[] {
  const newest = indexExchanges(history).exchanges.at(-1);
  return newest === undefined ? [] : [newest.start, newest.end];
}
