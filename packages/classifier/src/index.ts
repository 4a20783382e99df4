export type {
  Candidate,
  Decision,
  PreservationAction,
  PreservationRule,
  Verdict,
} from './candidate.ts';
export type { Classification } from './classification.ts';
export {
  classifyText,
  createClassifier,
  type Classifier,
  type ClassifierOptions,
} from './classifier.ts';
export { classifyParts, type ClassifiedPart } from './classify-parts.ts';
export { decide } from './decide.ts';
export type { Detector } from './detector.ts';
export { ClassifierOptionsError } from './classifier-options-error.ts';
export { preservationRules, type PreservationOptions } from './preservation-rules.ts';
export {
  HARD_REASONS,
  REASONS,
  SOFT_REASONS,
  type HardReason,
  type Reason,
  type SoftReason,
} from './reasons.ts';
