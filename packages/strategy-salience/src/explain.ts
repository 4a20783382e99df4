export { explain } from './explaining/explain.ts';
export type {
  ExplainedEntry,
  ExplainedText,
  Explanation,
  KeptLine,
} from './explaining/explanation.ts';
