export { isAction, namesAction } from './actions.ts';
export { createToolTaxonomy } from './create-tool-taxonomy.ts';
export { defaultToolTaxonomy } from './default-tool-taxonomy.ts';
export { describeStep, type StepDescription } from './describe-step.ts';
export { isFalseAlarm } from './false-alarm.ts';
export { hasErrorFlag, isOutcomeField } from './has-failed.ts';
export { hasFailed, toolOutcome } from './outcome.ts';
export { shortNames, shortObject, type KnownPaths } from './known-paths.ts';
export { createFolderNamer } from './name-folders.ts';
export { LLXPRT_READ_TOOLS, LLXPRT_WRITE_TOOLS } from './presets/llxprt.ts';
export { resolvePath } from './resolve-path.ts';
export { errorLineSpans } from './results/failure-excerpt.ts';
export {
  SHORT_RESULT_LENGTH,
  countMedia,
  isResultLongerThan,
  resultLength,
} from './results/result-size.ts';
export { resultText } from './results/result-text.ts';
export { shortenError, shortestSummary, summarizeResponse } from './results/summarize-response.ts';
export { withRecallId } from './results/with-recall-id.ts';
export { successSpan, verdictSpans } from './shell-failure.ts';
export type { ToolPreset } from './tool-spec.ts';
