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
  /** Tokens before divided by tokens after. */
  readonly ratio: number;
}

/**
 * Measures plain runs without the estimator: everything outside the tail is summarized or referenced, nothing truncated. Each size does the
 * same total work: conversations of `totalMessages` in total, repeated for `seconds`.
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

/** Parses and compresses one conversation after the other, so that machine load affects both times. */
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
