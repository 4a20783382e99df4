export {
  classifyParts,
  classifyText,
  createClassifier,
  type Classification,
  type ClassifiedPart,
  type Classifier,
  type ClassifierOptions,
  type Detector,
} from './classify/classifier.ts';
export { ClassifierOptionsError } from './classify/classifier-options-error.ts';
export {
  decide,
  preservationRules,
  type Candidate,
  type Decision,
  type PreservationAction,
  type PreservationOptions,
  type PreservationRule,
  type Verdict,
} from './classify/preservation-rules.ts';
export {
  HARD_REASONS,
  REASONS,
  SOFT_REASONS,
  type HardReason,
  type Reason,
  type SoftReason,
} from './classify/reasons.ts';
