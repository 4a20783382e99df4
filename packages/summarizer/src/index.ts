export { extractEntities } from './text/entities.ts';
export { llmSummarizer, type LlmSummarizer } from './text/model/llm-summarizer.ts';
export { isStructured } from './text/structured/structured-lines.ts';
export { deterministicSummarizer, summarizeText, summaryBudget } from './text/summarize-text.ts';
