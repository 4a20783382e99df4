export { extractEntities } from './text/entities.ts';
export { llmSummarizer, type LlmSummarizer } from './text/model/llm-summarizer.ts';
export {
  SummarizerOptionError,
  type GenerateRequest,
  type LlmSummarizerOptions,
} from './text/model/options.ts';
export { REASONING_TAGS } from './text/model/summarize-by-model.ts';
export { scoreSentence } from './text/reading/read-prose.ts';
export { isStructured } from './text/structured/structured-lines.ts';
export { deterministicSummarizer, summarizeText, summaryBudget } from './text/summarize-text.ts';
export { WEIGHTS } from './text/weights.ts';
