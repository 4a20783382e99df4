import type { IContent } from '@palimpsest/core-types';
import { openai } from '@palimpsest/formats/openai';
import { middle } from '../speed/measure.ts';
import { quarterOf, runSalience } from './run-salience.ts';

export interface FullPassRow {
  readonly what: string;
  /** Size of one history, as JSON. */
  readonly megabytes: number;
  readonly histories: number;
  readonly jsonParseMBs: number;
  /** Speed without the estimator. */
  readonly salienceMBs: number;
  readonly toJsonParse: number;
  readonly nanosecondsPerByte: number;
  readonly estimatorMs: number;
  /** Tokens after compression, as a share of the target. */
  readonly filled: number;
}

/** Histories that are measured together, as JSON. */
export interface FullPassGroup {
  readonly what: string;
  readonly texts: readonly string[];
}

interface Pass {
  readonly parseMs: number;
  readonly ownMs: number;
  readonly estimatorMs: number;
  readonly filled: number;
}

const TIMES = 3;

/**
 * Compresses each history to a quarter with a new strategy; the median of three passes. Each pass covers all groups, so that machine load
 * affects all of them.
 */
export async function measureFullPasses(groups: readonly FullPassGroup[]): Promise<FullPassRow[]> {
  const passes = groups.map((): Pass[] => []);
  for (let time = 0; time < TIMES; time += 1) {
    for (const [at, { texts }] of groups.entries()) passes[at]!.push(await passOver(texts));
  }
  return groups.map((group, at) => rowOf(group, passes[at]!));
}

async function passOver(texts: readonly string[]): Promise<Pass> {
  const sum = { parseMs: 0, ownMs: 0, estimatorMs: 0, target: 0, after: 0 };
  for (const text of texts) {
    const { history, parsedIn } = readTimed(text);
    const targetTokens = quarterOf(history);
    const run = await runSalience(history, { targetTokens });
    sum.parseMs += parsedIn;
    sum.ownMs += run.ownMs;
    sum.estimatorMs += run.estimatorMs;
    sum.target += targetTokens;
    sum.after += run.tokensAfter;
  }
  return { ...sum, filled: sum.after / sum.target };
}

function rowOf({ what, texts }: FullPassGroup, passes: readonly Pass[]): FullPassRow {
  const bytes = texts.reduce((sum, text) => sum + text.length, 0);
  const jsonParseMs = middle(passes.map(({ parseMs }) => parseMs));
  const salienceMs = middle(passes.map(({ ownMs }) => ownMs));
  return {
    what,
    megabytes: bytes / texts.length / 1e6,
    histories: texts.length,
    jsonParseMBs: bytes / 1e3 / jsonParseMs,
    salienceMBs: bytes / 1e3 / salienceMs,
    toJsonParse: middle(passes.map(({ ownMs, parseMs }) => ownMs / parseMs)),
    nanosecondsPerByte: (salienceMs * 1e6) / bytes,
    estimatorMs: middle(passes.map(({ estimatorMs }) => estimatorMs)),
    filled: passes[0]!.filled,
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
