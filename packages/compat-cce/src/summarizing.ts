import type { SummarySource } from '@palimpsest/reductions';
import {
  deterministicSummarizer,
  extractEntities,
  isStructured,
  type Summary,
} from '@palimpsest/summarizer';
import type { Summarizer } from './options.ts';

/** Summaries of the same text: the one that is wanted, and behind it one for the case that it does not do. */
export type Candidates = readonly Summary[];

/** A computation that asks for summaries, and goes on with what it gets. */
export type Asking<Result> = Generator<SummarySource, Result, Candidates>;

/** Answers every question at once, without a model. */
export function answerAtOnce<Result>(asking: Asking<Result>): Result {
  let step = asking.next();
  while (step.done !== true) step = asking.next([deterministicSummarizer.summarize(step.value)]);
  return step.value;
}

/** Has every question answered by a summarizer, one after the other. Whatever it gets wrong is answered without it. */
export async function answerWith<Result>(
  asking: Asking<Result>,
  summarizer: Summarizer,
): Promise<Result> {
  let step = asking.next();
  while (step.done !== true) {
    const own = deterministicSummarizer.summarize(step.value);
    const modelled = await askModel(step.value.text, summarizer);
    step = asking.next(modelled === undefined ? [own] : [modelled, own]);
  }
  return step.value;
}

/** Listings have a summary of their own; a model would only guess at them. */
async function askModel(text: string, summarizer: Summarizer): Promise<Summary | undefined> {
  if (isStructured(text)) return undefined;
  try {
    const answer: unknown = await summarizer(text);
    if (typeof answer !== 'string') return undefined;
    const entities = extractEntities(text, { except: answer });
    return { text: answer, entities, kind: 'model' };
  } catch {
    return undefined;
  }
}
