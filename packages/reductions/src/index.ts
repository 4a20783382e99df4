export { parseReferences } from './claims.ts';
export {
  cutHumanText,
  DATA_CUTS,
  DEMAND_CUTS,
  hasCutLines,
  REMARK_CUTS,
  type HumanCut,
} from './human-text.ts';
export type { Passage } from './passage.ts';
export {
  BLANK_LINE,
  joinParagraphs,
  type Paragraph,
  type Reduction,
  type SummarySource,
} from './reduction.ts';
export { reductions, type PipelineOptions } from './reductions.ts';
export {
  TRUNCATION_LENGTHS,
  isUseful,
  parseOriginalLength,
  truncateToMarker,
  detachReference,
} from './truncate-to-marker.ts';
export { summaryId } from './summary-id.ts';
export { parseSummaryText, writeSummary } from './write-summary.ts';
