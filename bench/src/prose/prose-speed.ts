import { plainShare, runOnCorpus } from './corpus-run.ts';
import { middle, runsWithin } from '../speed/measure.ts';
import { makeCorpus, type CorpusName } from './corpora.ts';

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
 * work at every size: as many conversations as it takes to `totalMessages`, all of them as often as there is room for in `seconds`.
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
  const share = await plainShare(corpus);
  const passes = await runsWithin(seconds, () => passOver(corpus, texts, share));
  const parseMs = middle(passes.map((pass) => pass.parseMs));
  const ownMs = middle(passes.map((pass) => pass.ownMs));
  const [{ estimatorMs, tokensBefore, tokensAfter }] = passes;
  return {
    corpus,
    messages,
    megabytes,
    jsonParseMBs: (megabytes * 1e3) / parseMs,
    extractiveMBs: (megabytes * 1e3) / ownMs,
    messagesPerSecond: (totalMessages * 1e3) / ownMs,
    toJsonParse: ownMs / parseMs,
    nanosecondsPerByte: ownMs / megabytes,
    estimatorMs,
    ratio: tokensBefore / tokensAfter,
  };
}

/** One conversation after the other, parsed and then compressed, so that what slows the machine down slows both. */
async function passOver(corpus: CorpusName, texts: readonly string[], share: number) {
  const sum = { parseMs: 0, ownMs: 0, estimatorMs: 0, tokensBefore: 0, tokensAfter: 0 };
  for (const text of texts) {
    const run = await runOnCorpus(corpus, text, share);
    sum.parseMs += run.parseMs;
    sum.ownMs += run.ownMs;
    sum.estimatorMs += run.estimatorMs;
    sum.tokensBefore += run.tokensBefore;
    sum.tokensAfter += run.tokensAfter;
  }
  return sum;
}
