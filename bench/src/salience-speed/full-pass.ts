import type { IContent } from '@palimpsest/core-types';
import { openai } from '@palimpsest/formats';
import { middle } from '../measure.ts';
import { quarterOf, runSalience } from './run-salience.ts';

export interface FullPassRow {
  readonly what: string;
  /** Of one history, as JSON. */
  readonly megabytes: number;
  readonly histories: number;
  readonly jsonParseMBs: number;
  /** The estimator apart. */
  readonly salienceMBs: number;
  readonly toJsonParse: number;
  readonly nanosecondsPerByte: number;
  readonly estimatorMs: number;
  /** Share of the target that is used. */
  readonly filled: number;
}

const TIMES = 3;

/** Each history down to a quarter by a strategy that has seen nothing before; the middle one of three passes over all of them. */
export async function measureFullPass(
  what: string,
  texts: readonly string[],
): Promise<FullPassRow> {
  const bytes = texts.reduce((sum, text) => sum + text.length, 0);
  const parseMs: number[] = [];
  const ownMs: number[] = [];
  let [estimatorMs, target, after] = [0, 0, 0];
  for (let time = 0; time < TIMES; time += 1) {
    let [parsing, own] = [0, 0];
    [estimatorMs, target, after] = [0, 0, 0];
    // One after the other, so that what slows the machine down slows both.
    for (const text of texts) {
      const { history, parsedIn } = readTimed(text);
      const targetTokens = quarterOf(history);
      const run = await runSalience(history, { targetTokens });
      parsing += parsedIn;
      own += run.ownMs;
      estimatorMs += run.estimatorMs;
      target += targetTokens;
      after += run.tokensAfter;
    }
    parseMs.push(parsing);
    ownMs.push(own);
  }
  const [jsonParseMs, salienceMs] = [middle(parseMs), middle(ownMs)];
  return {
    what,
    megabytes: bytes / texts.length / 1e6,
    histories: texts.length,
    jsonParseMBs: bytes / 1e3 / jsonParseMs,
    salienceMBs: bytes / 1e3 / salienceMs,
    toJsonParse: salienceMs / jsonParseMs,
    nanosecondsPerByte: (salienceMs * 1e6) / bytes,
    estimatorMs,
    filled: after / target,
  };
}

function readTimed(text: string): {
  readonly history: readonly IContent[];
  readonly parsedIn: number;
} {
  const start = performance.now();
  const messages = JSON.parse(text) as never[];
  const parsedIn = performance.now() - start;
  return { history: openai.decode(messages), parsedIn };
}
