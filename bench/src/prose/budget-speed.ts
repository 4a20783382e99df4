import { plainShare, runOnCorpus } from './corpus-run.ts';
import { middle, runsWithin } from '../speed/measure.ts';
import { makeCorpus, type CorpusName } from './corpora.ts';

export interface BudgetRow {
  readonly corpus: CorpusName;
  readonly messages: number;
  readonly plainMs: number;
  /** Times for targets of half the tokens, a quarter, and the minimum. */
  readonly halfMs: number;
  readonly quarterMs: number;
  readonly everythingMs: number;
  readonly quarterToPlain: number;
  readonly everythingToPlain: number;
  /** Tokens above the target of a quarter, as a share of the target; 0 if it was met. */
  readonly quarterMissedBy: number;
}

/** Measures runs whose target requires truncation, compared with plain runs; each is repeated for `seconds`. */
export async function measureBudget(
  corpus: CorpusName,
  messages: number,
  seconds: number,
): Promise<BudgetRow> {
  const text = makeCorpus(corpus, messages, 1);
  const plain = await plainShare(corpus);
  const { targetTokens, tokensAfter } = await runOnCorpus(corpus, text, 0.25);
  const time = async (share: number): Promise<number> => {
    const runs = await runsWithin(seconds, () => runOnCorpus(corpus, text, share));
    return middle(runs.map(({ ownMs }) => ownMs));
  };
  const plainMs = await time(plain);
  const halfMs = await time(0.5);
  const quarterMs = await time(0.25);
  const everythingMs = await time(0);
  return {
    corpus,
    messages,
    plainMs,
    halfMs,
    quarterMs,
    everythingMs,
    quarterToPlain: quarterMs / plainMs,
    everythingToPlain: everythingMs / plainMs,
    quarterMissedBy: Math.max(0, tokensAfter / targetTokens - 1),
  };
}
