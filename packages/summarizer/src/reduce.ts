export {
  DATA_CUTS,
  DEMAND_CUTS,
  hasCutLines,
  humanTextCutter,
  REMARK_CUTS,
  type CutHumanText,
  type HumanCut,
} from './reduce/human-text.ts';
export {
  BLANK_LINE,
  type Passage,
  type Reduction,
  type SummarySource,
} from './reduce/reduction.ts';
export { reductions, type PipelineOptions } from './reduce/reductions.ts';
export { parseReferences } from './reduce/references.ts';
export {
  isUseful,
  parseOriginalLength,
  truncateToMarker,
  detachReference,
} from './reduce/truncate-to-marker.ts';
export { parseSummaryText, writeSummary } from './reduce/write-summary.ts';
