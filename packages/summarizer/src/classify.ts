export {
  classifyParts,
  classifyText,
  createClassifier,
  type Classification,
  type Classifier,
  type Detector,
} from './classify/classifier.ts';
export {
  decide,
  preservationRules,
  type Candidate,
  type Decision,
  type PreservationRule,
} from './classify/preservation-rules.ts';
export { HARD_REASONS, REASONS, SOFT_REASONS } from './classify/reasons.ts';
