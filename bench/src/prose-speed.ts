import { openai } from '@palimpsest/formats';
import { plainShare, runExtractive, settingsFor, type ExtractiveRun } from './extractive-run.ts';
import { median, medianWithin } from './measure.ts';
import { makeCorpus, type CorpusName } from './prose/corpora.ts';

export interface ProseRow {
  readonly corpus: CorpusName;
  readonly messages: number;
  readonly megabytes: number;
  readonly jsonParseMBs: number;
  readonly extractiveMBs: number;
  readonly messagesPerSecond: number;
  readonly toJsonParse: number;
  readonly nanosecondsPerByte: number;
  readonly estimatorMs: number;
  /** Tokens before to tokens after. */
  readonly ratio: number;
}

/**
 * A plain run, the estimator apart: everything outside the tail is summarized or referred to, and nothing is cut short. The same total
 * work at every size: as many conversations as it takes to `totalMessages`, as often as there is room for in `seconds`.
 */
export async function measureProse(
  corpus: CorpusName,
  messages: number,
  totalMessages: number,
  seconds: number,
): Promise<ProseRow> {
  const texts = Array.from({ length: totalMessages / messages }, (_, at) =>
    makeCorpus(corpus, messages, at + 1),
  );
  const megabytes = texts.reduce((sum, text) => sum + text.length, 0) / 1e6;
  // Warms up what is measured below as well.
  const share = await plainShare(corpus);
  const jsonParseMs = await median(3, () => {
    const start = performance.now();
    for (const text of texts) JSON.parse(text);
    return performance.now() - start;
  });
  const sum = { own: 0, estimator: 0, before: 0, after: 0 };
  const ownMs = await medianWithin(seconds, async () => {
    Object.assign(sum, { own: 0, estimator: 0, before: 0, after: 0 });
    for (const text of texts) {
      const run = await runOn(corpus, text, share);
      sum.own += run.ownMs;
      sum.estimator += run.estimatorMs;
      sum.before += run.tokensBefore;
      sum.after += run.tokensAfter;
    }
    return sum.own;
  });
  return {
    corpus,
    messages,
    megabytes,
    jsonParseMBs: (megabytes * 1e3) / jsonParseMs,
    extractiveMBs: (megabytes * 1e3) / ownMs,
    messagesPerSecond: (totalMessages * 1e3) / ownMs,
    toJsonParse: ownMs / jsonParseMs,
    nanosecondsPerByte: ownMs / megabytes,
    estimatorMs: sum.estimator,
    ratio: sum.before / sum.after,
  };
}

export interface BudgetRow {
  readonly corpus: CorpusName;
  readonly messages: number;
  readonly plainMs: number;
  /** To half of the tokens, to a quarter, and as far down as it goes. */
  readonly halfMs: number;
  readonly quarterMs: number;
  readonly everythingMs: number;
  readonly quarterToPlain: number;
  readonly everythingToPlain: number;
  /** Tokens above the target of a quarter, as a share of it: 0 where it fits. */
  readonly quarterMissedBy: number;
}

/** Runs with a target, where many windows come into question, against a plain one. */
export async function measureBudget(
  corpus: CorpusName,
  messages: number,
  seconds: number,
): Promise<BudgetRow> {
  const text = makeCorpus(corpus, messages, 1);
  const plain = await plainShare(corpus);
  await runOn(corpus, text, plain);
  const time = (share: number): Promise<number> =>
    medianWithin(seconds, async () => (await runOn(corpus, text, share)).ownMs);
  const plainMs = await time(plain);
  const halfMs = await time(0.5);
  const quarterMs = await time(0.25);
  const everythingMs = await time(0);
  const { targetTokens, tokensAfter } = await runOn(corpus, text, 0.25);
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

/** Over entries made anew for each run. */
function runOn(corpus: CorpusName, text: string, share: number): Promise<ExtractiveRun> {
  const history = openai.decode(JSON.parse(text) as never[]);
  return runExtractive(history, share, settingsFor(corpus));
}
