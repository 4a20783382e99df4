import { defined, type Summarizer, type Summary } from '@palimpsest/core-types';
import type { SummarySource } from '@palimpsest/summarizer/reduce';
import { isStructured, summarizeText } from '@palimpsest/summarizer';
import type { ReductionContext } from './history/reduction-context.ts';

interface WriterOptions {
  /** Summarizes everything but program output. @default none: `summarizeText` summarizes all */
  readonly summarizer?: Summarizer | undefined;
  /** Applied to every text before either summarizer gets it. */
  readonly redact?: ((text: string) => string) | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface ReductionWriter {
  readonly write: ReductionContext['write'];
  /** Returns whether a model was asked for one of the summaries. */
  readonly hasAskedModel: () => boolean;
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
  let hasAskedModel = false;
  const summarize = ({ text, budget }: SummarySource): Summary =>
    summarizeText(redact(text), budget);

  async function ask(custom: Summarizer, source: SummarySource): Promise<Summary> {
    const text = redact(source.text);
    if (isStructured(text)) return summarize(source);
    try {
      const { budget } = source;
      const summary = await custom.summarize({ text, budget, ...defined({ signal }) });
      if (summary.kind === 'model') hasAskedModel = true;
      return isSummary(summary) ? summary : summarize(source);
    } catch {
      signal?.throwIfAborted();
      return summarize(source);
    }
  }

  return {
    hasAskedModel: () => hasAskedModel,
    async write(reduction) {
      const { sources } = reduction;
      if (summarizer !== undefined) {
        const summaries: Summary[] = [];
        for (const source of sources) summaries.push(await ask(summarizer, source));
        const written = reduction.write(summaries);
        if (written !== undefined || sources.length === 0) return written;
      }
      return reduction.write(sources.map(summarize));
    },
  };
}

/** Returns whether the result of a custom summarizer has the declared type. */
function isSummary({ text, entities }: Summary): boolean {
  return (
    typeof text === 'string' &&
    Array.isArray(entities) &&
    entities.every((entity) => typeof entity === 'string')
  );
}
