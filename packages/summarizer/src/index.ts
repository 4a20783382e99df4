export { extractEntities } from './text/extract-entities.ts';
export { isStructured } from './text/structured-text.ts';
export { deterministicSummarizer, summarizeText, summaryBudget } from './text/summarize-text.ts';
export { summarizeWith } from './text/summarize-with.ts';
