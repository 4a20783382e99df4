export { isStructured } from './text/structured/structured-lines.ts';
export {
  deterministicSummarizer,
  extractEntities,
  summarizeText,
  summaryBudget,
} from './text/summarize-text.ts';
