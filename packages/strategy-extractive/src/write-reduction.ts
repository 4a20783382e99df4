import type { Paragraph, Reduction, SummarySource } from '@palimpsest/reductions';
import { isStructured, summarizeText, type Summarizer, type Summary } from '@palimpsest/summarizer';
import type { Awaitable } from './when-ready.ts';

export interface WriterOptions {
  /** Asked first, for everything but the output of programs. @default nobody: `summarizeText` does it all */
  readonly summarizer?: Summarizer | undefined;
  /** Runs on every text before it is summarized, by whomever. */
  readonly redact?: ((text: string) => string) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ReductionWriter {
  /** Has the sources of a reduction summarized; what then stands there, or `undefined` where nothing would be gained. */
  readonly write: (reduction: Reduction) => Awaitable<readonly Paragraph[] | undefined>;
  /** Whether a model wrote one of the summaries it was given. */
  readonly hasAskedModel: () => boolean;
}

/**
 * Has texts summarized on three levels: by the summarizer given; by `summarizeText` where that fails or answers nothing shorter; not at
 * all where even that is no gain. Nothing is asked twice.
 */
export function reductionWriter({ summarizer, redact, signal }: WriterOptions): ReductionWriter {
  const known = new Map<string, Promise<Summary>>();
  let hasAskedModel = false;
  const summarize = ({ text, budget }: SummarySource): Summary =>
    summarizeText(redact === undefined ? text : redact(text), budget);

  async function ask(asked: Summarizer, source: SummarySource): Promise<Summary> {
    const text = redact === undefined ? source.text : redact(source.text);
    const { budget } = source;
    if (isStructured(text)) return summarizeText(text, budget);
    const request = { text, budget, ...(signal === undefined ? {} : { signal }) };
    const summary = await asked.summarize(request);
    if (summary.kind === 'model') hasAskedModel = true;
    return isSummary(summary) ? summary : summarizeText(text, budget);
  }

  function remembered(asked: Summarizer, source: SummarySource): Promise<Summary> {
    const key = `${source.budget} ${source.text}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const asking = ask(asked, source).catch(() => {
      signal?.throwIfAborted();
      return summarize(source);
    });
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

/** What somebody else's summarizer answers need not be what its type says. */
function isSummary({ text, entities }: Summary): boolean {
  return (
    typeof text === 'string' &&
    Array.isArray(entities) &&
    entities.every((entity) => typeof entity === 'string')
  );
}
