/** What a summarizer is asked. */
export interface SummaryRequest {
  readonly text: string;
  /** How long the summary's text may be, in UTF-16 units; entities come on top. */
  readonly budget: number;
  /** Ends the work early; whoever works on after that rejects with its reason. */
  readonly signal?: AbortSignal;
}

/** What a summarizer answers. */
export interface Summary {
  readonly text: string;
  /** Names that occur in what was summarized and not in `text`, the most telling first. */
  readonly entities: readonly string[];
  /** `prose`: sentences were picked. `structured`: a program's output was described. `model`: a language model wrote it. */
  readonly kind: 'prose' | 'structured' | 'model';
}

/** Shortens a text. `deterministicSummarizer` does it without a language model, `llmSummarizer` asks one. */
export interface Summarizer {
  summarize(request: SummaryRequest): Promise<Summary> | Summary;
}
