export {
  cutHumanText,
  DATA_CUTS,
  DEMAND_CUTS,
  hasCutLines,
  REMARK_CUTS,
  type HumanCut,
} from './human-text.ts';
export {
  BLANK_LINE,
  joinParagraphs,
  type Paragraph,
  type Passage,
  type Reduction,
  type SummarySource,
} from './reduction.ts';
export { reductions, type PipelineOptions } from './reductions.ts';
export { parseReferences } from './references.ts';
export { summaryId } from './summary-id.ts';
export {
  TRUNCATION_LENGTHS,
  isUseful,
  parseOriginalLength,
  truncateToMarker,
  detachReference,
} from './truncate-to-marker.ts';
export { parseSummaryText, writeSummary } from './write-summary.ts';
