import type { CompressionContext, IContent } from '@palimpsest/core-types';
import type { SnapshotDraft } from './asking/draft-snapshot.ts';
import type { ParsedResponse } from './asking/parse-response.ts';
import { weighCandidate, type Candidate, type Scales } from './weigh-candidate.ts';
import { writeByRules } from './write-by-rules.ts';

/** What is chosen from. */
export interface Choice {
  readonly draft: SnapshotDraft;
  readonly scales: Scales;
  /** What the facts alone would cost: no text makes it less. */
  readonly bare: Candidate;
  readonly entries: readonly IContent[];
  readonly maxCharacters: number;
  readonly isVerified: boolean;
}

/**
 * The three levels (pipeline-origin §5, 37): what a model writes; what it writes when it is told to be short, where the first was cut off
 * or does not fit; what rules find, where neither is a gain. The last word has the size guard.
 *
 * @throws what the model's first answer fails with; later failures cost only what they would have brought
 */
export async function chooseCandidate(choice: Choice): Promise<Candidate> {
  const { draft, scales, bare, entries, maxCharacters } = choice;
  const first = await draft.write('normal');
  let best = await weighCandidate(first.text, 'model', scales);
  const couldFit = !best.isGain || bare.fits;
  if (first.isTruncated || (!best.fits && couldFit)) {
    const second = await unlessItFails(() => draft.write('aggressive'), scales.context);
    if (second !== undefined) {
      const candidate = await weighCandidate(second.text, 'model', scales);
      const isWhole = first.isTruncated && !second.isTruncated && candidate.isGain;
      if (isWhole || candidate.tokensAfter < best.tokensAfter) best = candidate;
    }
  }
  if (!best.isGain) {
    for (const length of [maxCharacters, Math.floor(maxCharacters / 4)]) {
      const candidate = await weighCandidate(writeByRules(entries, length), 'rules', scales);
      if (candidate.isGain) return candidate;
    }
    return bare;
  }
  return choice.isVerified ? await verified(best, choice) : best;
}

/** A correction counts where it is whole and costs no more than may be. */
async function verified(best: Candidate, { draft, scales }: Choice): Promise<Candidate> {
  const answer = await unlessItFails(async () => await draft.verify(best.text), scales.context);
  if (answer === undefined || answer.isTruncated) return best;
  const candidate = await weighCandidate(answer.text, 'model', scales);
  return candidate.fits || (candidate.isGain && !best.fits) ? candidate : best;
}

async function unlessItFails(
  ask: () => Promise<ParsedResponse | undefined>,
  { logger, signal }: CompressionContext,
): Promise<ParsedResponse | undefined> {
  try {
    return await ask();
  } catch (error) {
    signal?.throwIfAborted();
    logger?.debug('A further answer of the model failed; what it wrote before is used.', error);
    return undefined;
  }
}
