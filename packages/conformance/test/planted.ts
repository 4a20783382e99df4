import type {
  CompressionContext,
  CompressionResult,
  HumanTextPolicy,
  IContent,
  StrategyPlugin,
} from '@palimpsest/core-types';
import { findTailStart, repairHistory, safeCuts } from '@palimpsest/engine/history';

/** The output entries, each with the index of its source entry. */
export type Output = readonly (readonly [entry: IContent, source: number])[];

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

interface PlantedOptions {
  readonly humanText?: HumanTextPolicy;
  /** Changes a result before it is returned. */
  readonly change?: (result: CompressionResult) => CompressionResult;
}

/** A strategy that applies the given edit and reports it correctly. */
export function planted(
  edit: Edit,
  { humanText = 'eligible', change = (result) => result }: PlantedOptions = {},
): StrategyPlugin {
  const name = 'planted';
  const compress = async ({
    history: given,
    estimateTokens,
    targetTokens = 0,
    runtimeContext: { ephemerals },
  }: CompressionContext): Promise<CompressionResult> => {
    const { history, index } = repairHistory(given);
    const share = ephemerals.preserveThreshold?.() ?? 0.2;
    const output = edit(history, findTailStart(history, safeCuts(index), share));
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
    if (isSame || given !== history) {
      return change({ kind: 'noop', reason: 'nothing-removable', metadata });
    }
    const shortfallTokens = Math.max(0, (await estimateTokens(newHistory)) - targetTokens);
    const provenance = output.map(([entry, source]) => ({
      sources: [source],
      reason: entry === history[source] ? ('kept' as const) : ('reduced' as const),
    }));
    return change({
      kind: 'applied',
      newHistory,
      metadata: { ...metadata, shortfallTokens, provenance },
    });
  };
  return {
    specification: 1,
    name,
    requiresLLM: false,
    humanText,
    description: 'Does what it is told.',
    create: () => ({
      name,
      requiresLLM: false,
      trigger: { mode: 'threshold', defaultThreshold: 0.85 },
      compress,
    }),
  };
}
