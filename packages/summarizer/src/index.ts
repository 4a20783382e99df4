export { extractEntities, type EntityOptions } from './entities.ts';
export { scoreSentence } from './score-sentence.ts';
export { isStructured } from './structured/structured-lines.ts';
export { deterministicSummarizer, summarizeText, summaryBudget } from './summarize-text.ts';
export type { Summarizer, Summary, SummaryRequest } from './summarizer.ts';
export { WEIGHTS } from './weights.ts';
