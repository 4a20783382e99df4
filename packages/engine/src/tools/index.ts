export { createToolTaxonomy } from './create-tool-taxonomy.ts';
export { defaultToolTaxonomy } from './default-tool-taxonomy.ts';
export { failureSpans } from './failure-texts.ts';
export { isFlagged, isOutcomeField } from './has-failed.ts';
export { hasFailed, outcomeOf } from './outcome.ts';
export { resolvePath } from './resolve-path.ts';
export { excerptSpans } from './results/failure-excerpt.ts';
export {
  SHORT_RESULT_LENGTH,
  countMedia,
  isLongerThan,
  resultLength,
} from './results/result-size.ts';
export { resultText } from './results/result-text.ts';
export { shortenError, shortestSummary, summarizeResponse } from './results/summarize-response.ts';
export { withRecallId } from './results/with-recall-id.ts';
export { READ_TOOLS, WRITE_TOOLS } from './presets/llxprt.ts';
export type { ToolPreset } from './tool-spec.ts';
export { describeStep, type StepDescription } from './describe-step.ts';
