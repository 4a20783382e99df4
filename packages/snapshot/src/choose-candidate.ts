import type { CompressionContext, IContent } from '@palimpsest/core-types';
import type { SnapshotDraft } from './asking/draft-snapshot.ts';
import type { ParsedResponse } from './asking/parse-response.ts';
import { weighCandidate, type Candidate, type Scales } from './weigh-candidate.ts';
import { isGeneratedContinuation, isGeneratedSnapshot } from '@palimpsest/history';
import { summarizeText } from '@palimpsest/summarizer';
import { snapshotText } from './compose-snapshot.ts';

/** Input of `chooseCandidate`. */
export interface Choice {
  readonly draft: SnapshotDraft;
  readonly scales: Scales;
  /** The snapshot with facts only, which is a gain: no text makes it smaller. */
  readonly bare: Candidate;
  readonly entries: readonly IContent[];
  readonly maxCharacters: number;
  readonly isVerified: boolean;
}

/**
 * Chooses between three levels (pipeline-origin §5, 37): the model's summary; a shorter one if the first is truncated or does not fit; a
 * summary by rules if neither is a gain; otherwise `bare`.
 *
 * @throws the errors of the first model call; the reason of the signal. Later errors are logged, and the earlier response is used
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

/** Returns the verified candidate if it is complete and fits. If the first does not fit either, a gain is enough. */
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

/** Writes a summary without a model: the most relevant sentences of the user, the agent and earlier snapshots, and their names. */
function writeByRules(entries: readonly IContent[], length: number): string {
  const texts: string[] = [];
  for (const entry of entries) {
    const { speaker, blocks } = entry;
    if ((speaker !== 'human' && speaker !== 'ai') || isGeneratedContinuation(entry)) continue;
    if (isGeneratedSnapshot(entry)) texts.push(snapshotText(entry));
    else for (const block of blocks) if (block.type === 'text') texts.push(block.text);
  }
  const { text, entities } = summarizeText(texts.join('\n\n'), length);
  const names = entities.length === 0 ? '' : `\n\nNames: ${entities.join(', ')}`;
  return `${text}${names}`.trim();
}
