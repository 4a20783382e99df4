/** Request for one summary. */
export interface SummaryRequest {
  readonly text: string;
  /** Maximum length of the text, in UTF-16 units; entities are additional. */
  readonly budget: number;
  /** Aborts the work, which then rejects with its reason. */
  readonly signal?: AbortSignal;
}

/** A summary. */
export interface Summary {
  readonly text: string;
  /** Names of the source text that `text` lacks, the highest ranked first. */
  readonly entities: readonly string[];
  /** `prose`: selected sentences. `structured`: a description of program output. `model`: written by a language model. */
  readonly kind: 'prose' | 'structured' | 'model';
}

/** Shortens a text. `deterministicSummarizer` needs no language model, `llmSummarizer` calls one. */
export interface Summarizer {
  summarize(request: SummaryRequest): Promise<Summary> | Summary;
}
