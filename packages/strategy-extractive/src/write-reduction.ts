import { defined, type Summarizer, type Summary } from '@palimpsest/core-types';
import type { SummarySource } from '@palimpsest/summarizer/reduce';
import {
  deterministicSummarizer,
  isStructured,
  summarizeText,
  summarizeWith,
} from '@palimpsest/summarizer';
import type { ReductionContext } from './history/reduce-passages.ts';

interface WriterOptions {
  /** Summarizes everything but program output. */
  readonly summarizer: Summarizer;
  /** Applied to every text before either summarizer gets it. */
  readonly redact?: ((text: string) => string) | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface ReductionWriter {
  readonly write: ReductionContext['write'];
  /** Returns whether a model was asked for one of the summaries. */
  readonly hasCalledModel: () => boolean;
}

/**
 * Creates a writer with three levels: the given summarizer; `summarizeText` if that fails or returns nothing shorter; no summary if that
 * saves nothing either.
 */
export function reductionWriter({
  summarizer,
  redact = (text) => text,
  signal,
}: WriterOptions): ReductionWriter {
  let hasCalledModel = false;
  const summarize = ({ text, budget }: SummarySource): Summary =>
    summarizeText(redact(text), budget);

  async function ask(custom: Summarizer, source: SummarySource): Promise<Summary> {
    const text = redact(source.text);
    if (isStructured(text)) return summarize(source);
    const { budget } = source;
    const summary = await summarizeWith(custom, { text, budget, ...defined({ signal }) });
    if (summary.kind === 'model') hasCalledModel = true;
    return summary;
  }

  return {
    hasCalledModel: () => hasCalledModel,
    async write(reduction) {
      const { sources } = reduction;
      if (summarizer !== deterministicSummarizer) {
        const summaries: Summary[] = [];
        for (const source of sources) summaries.push(await ask(summarizer, source));
        const written = reduction.write(summaries);
        if (written !== undefined || sources.length === 0) return written;
      }
      return reduction.write(sources.map(summarize));
    },
  };
}
