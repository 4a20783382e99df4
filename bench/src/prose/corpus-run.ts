import { openai } from '@palimpsest/formats/openai';
import type { SettingValues } from '@palimpsest/core-types';
import { runExtractive, type ExtractiveRun } from './extractive-run.ts';
import { makeCorpus, type CorpusName } from './corpora.ts';

export interface CorpusRun extends ExtractiveRun {
  readonly parseMs: number;
}

/** Parses and compresses a conversation. The entries are new objects, so nothing is cached for them. */
export async function runOnCorpus(
  corpus: CorpusName,
  text: string,
  share: number,
): Promise<CorpusRun> {
  const start = performance.now();
  const messages = JSON.parse(text) as never[];
  const parseMs = performance.now() - start;
  const run = await runExtractive(openai.decode(messages), share, settingsFor(corpus));
  return { parseMs, ...run };
}

/** Enables near-duplicate detection for the corpora that consist of near duplicates. */
function settingsFor(corpus: CorpusName): SettingValues {
  const isNear = corpus === 'near-duplicates' || corpus === 'shared-header';
  return { 'compression.extractive.nearDedup': isNear };
}

const shares = new Map<CorpusName, number>();

/**
 * Returns the share of tokens that a plain run reaches: all references and summaries, no truncation. Determined on a thousand messages, with a
 * small margin.
 */
export async function plainShare(corpus: CorpusName): Promise<number> {
  const known = shares.get(corpus);
  if (known !== undefined) return known;
  const text = makeCorpus(corpus, 1_000, 1);
  let [low, high] = [0, 1];
  while (high - low > 0.002) {
    const middle = (low + high) / 2;
    if ((await runOnCorpus(corpus, text, middle)).hasCut) low = middle;
    else high = middle;
  }
  shares.set(corpus, high + 0.002);
  return high + 0.002;
}
