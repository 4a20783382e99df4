export { llmSummarizer, type LlmSummarizer } from './text/model/llm-summarizer.ts';
export { isStructured } from './text/structured/structured-lines.ts';
export {
  deterministicSummarizer,
  extractEntities,
  summarizeText,
  summaryBudget,
} from './text/summarize-text.ts';
