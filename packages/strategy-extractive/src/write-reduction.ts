import type { Summarizer, Summary } from '@palimpsest/core-types';
import type { Paragraph, Reduction, SummarySource } from '@palimpsest/summarizer/reduce';
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
  /** Returns whether a model wrote one of the summaries. */
  readonly hasAskedModel: () => boolean;
}

/**
 * Creates a writer with three levels: the given summarizer; `summarizeText` if that fails or returns nothing shorter; no summary if that
 * saves nothing either. The summarizer gets each text once.
 */
export function reductionWriter({
  summarizer,
  redact = (text) => text,
  signal,
}: WriterOptions): ReductionWriter {
  const known = new Map<string, Promise<Summary>>();
  let hasAskedModel = false;
  // The newest summary of each text: every round offers all texts again.
  const written = new Map<string, { readonly budget: number; readonly summary: Summary }>();
  const summarize = ({ text, budget }: SummarySource): Summary => {
    const last = written.get(text);
    if (last?.budget === budget) return last.summary;
    const summary = summarizeText(redact(text), budget);
    written.set(text, { budget, summary });
    return summary;
  };

  async function ask(asked: Summarizer, source: SummarySource): Promise<Summary> {
    try {
      const { budget } = source;
      const text = redact(source.text);
      if (isStructured(text)) return summarizeText(text, budget);
      const request = { text, budget, ...(signal === undefined ? {} : { signal }) };
      const summary = await asked.summarize(request);
      if (summary.kind === 'model') hasAskedModel = true;
      return isSummary(summary) ? summary : summarizeText(text, budget);
    } catch {
      signal?.throwIfAborted();
      return summarize(source);
    }
  }

  function remembered(asked: Summarizer, source: SummarySource): Promise<Summary> {
    const key = `${source.budget} ${source.text}`;
    const asking = known.get(key) ?? ask(asked, source);
    known.set(key, asking);
    return asking;
  }

  async function writeAsked(
    asked: Summarizer,
    reduction: Reduction,
  ): Promise<readonly Paragraph[] | undefined> {
    const summaries: Summary[] = [];
    for (const source of reduction.sources) summaries.push(await remembered(asked, source));
    return reduction.write(summaries) ?? reduction.write(reduction.sources.map(summarize));
  }

  return {
    hasAskedModel: () => hasAskedModel,
    write(reduction) {
      const { sources } = reduction;
      return summarizer === undefined || sources.length === 0
        ? reduction.write(sources.map(summarize))
        : writeAsked(summarizer, reduction);
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
