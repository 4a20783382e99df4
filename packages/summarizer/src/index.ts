export { extractEntities } from './entities.ts';
export { llmSummarizer, type LlmSummarizer } from './model/llm-summarizer.ts';
export {
  SummarizerOptionError,
  type GenerateRequest,
  type LlmSummarizerOptions,
} from './model/options.ts';
export { REASONING_TAGS } from './model/summarize-by-model.ts';
export { scoreSentence } from './reading/read-prose.ts';
export { isStructured } from './structured/structured-lines.ts';
export { deterministicSummarizer, summarizeText, summaryBudget } from './summarize-text.ts';
export { WEIGHTS } from './weights.ts';
