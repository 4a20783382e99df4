export { createCalibration, type Calibration, type CalibrationJson } from './calibration.ts';
export {
  createEntryTokenCounter,
  estimateEntryTokens,
  type TokenCounter,
} from './count-entries.ts';
export { estimateTokens } from './estimate-tokens.ts';
export { createExactCounter, EncoderUnavailableError } from './exact-counter.ts';
