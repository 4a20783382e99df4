import type {
  CompressionResult,
  CompressionStrategy,
  IContent,
  Services,
  SettingValues,
} from '@palimpsest/core-types';
import { isRecordEntry } from '@palimpsest/engine/history';
import { countTokensByCharacters, testContext, type TestContextOptions } from '@palimpsest/testing';
import { createStrategy } from '@palimpsest/engine';
import { extractive } from '../src/index.ts';

export { reloaded } from '../../engine/test/history/reloaded.ts';

/** Settings by their last word, and services of the strategy. */
export interface ExtractiveOptions extends Services {
  readonly settings?: SettingValues;
}

/** Creates the strategy with settings named by their last word. */
export function createExtractiveStrategy({
  settings = {},
  ...services
}: ExtractiveOptions = {}): CompressionStrategy {
  const values = Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [`compression.extractive.${name}`, value]),
  );
  return createStrategy(extractive, { ...services, settings: () => values });
}

export interface CompressOptions extends TestContextOptions {
  /** Options of the strategy. */
  readonly options?: ExtractiveOptions;
}

export function compress(
  entries: readonly IContent[],
  { options, ...context }: CompressOptions = {},
): Promise<CompressionResult> {
  return createExtractiveStrategy(options).compress(
    testContext(entries, { targetTokens: 0, ...context }),
  );
}

/** Returns the compressed history, or the input history after a no-op. */
export async function compressed(
  entries: readonly IContent[],
  options?: CompressOptions,
): Promise<readonly IContent[]> {
  const result = await compress(entries, options);
  return result.kind === 'applied' ? result.newHistory : entries;
}

/** Returns a history that has only references and summaries: the result of the smallest target that needs no truncation. */
export async function summarized(
  entries: readonly IContent[],
  options: CompressOptions = {},
): Promise<readonly IContent[]> {
  let best = entries;
  let [low, high] = [0, countTokensByCharacters(entries)];
  while (low < high) {
    const targetTokens = Math.floor((low + high) / 2);
    const result = await compress(entries, { ...options, targetTokens });
    const kinds = Object.keys(result.metadata.dropped ?? {});
    const isCut = kinds.some((kind) => kind !== 'summarizedTexts' && kind !== 'duplicateTexts');
    if (isCut || result.metadata.shortfallTokens !== undefined) low = targetTokens + 1;
    else high = targetTokens;
    if (!isCut && result.kind === 'applied') best = result.newHistory;
  }
  return best;
}

/** Returns the most reduced history in which no exchange became a record: the result of the smallest target that needs none. */
export async function reducedInPlace(
  entries: readonly IContent[],
  options: CompressOptions = {},
): Promise<readonly IContent[]> {
  const { estimateTokens = countTokensByCharacters } = options;
  const all = await estimateTokens(entries);
  const step = Math.ceil(all / 200);
  let least = entries;
  for (let targetTokens = all; targetTokens > 0; targetTokens -= step) {
    const after = await compressed(entries, { ...options, targetTokens });
    if (after.some(isRecordEntry)) return least;
    least = after;
  }
  return least;
}

/** Returns the texts of an entry: text blocks and results that are texts. */
export function textsOf({ blocks }: IContent): string[] {
  return blocks.flatMap((block) => {
    if (block.type === 'text') return [block.text];
    return block.type === 'tool_response' && typeof block.result === 'string' ? [block.result] : [];
  });
}
