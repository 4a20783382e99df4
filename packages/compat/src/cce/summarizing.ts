import type { Summary } from '@palimpsest/core-types';
import type { SummarySource } from '@palimpsest/summarizer/reduce';
import { deterministicSummarizer, extractEntities, isStructured } from '@palimpsest/summarizer';
import type { Summarizer } from './options.ts';

/** Summaries of one text in order of preference; the last one is the fallback. */
export type Candidates = readonly Summary[];

/** A computation that yields texts to summarize and resumes with their summaries. */
export type Asking<Result> = Generator<SummarySource, Result, Candidates>;

/** Runs a computation synchronously, without a model. */
export function answerAtOnce<Result>(asking: Asking<Result>): Result {
  let step = asking.next();
  while (step.done !== true) step = asking.next([deterministicSummarizer.summarize(step.value)]);
  return step.value;
}

/** Runs a computation with a summarizer, one text at a time. The summary made without a model is the fallback. */
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

/** Returns the model's summary; `undefined` if it failed. A model would guess at listings: they are summarized without it. */
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
