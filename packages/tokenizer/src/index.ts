export { createCalibration, type Calibration, type CalibrationJson } from './calibration.ts';
export {
  createEntryTokenCounter,
  estimateEntryTokens,
  type EntryTokenCounter,
  type TokenCounter,
} from './count-entries.ts';
export { estimateTokens } from './estimate-tokens.ts';
export {
  createExactCounter,
  EncoderUnavailableError,
  type Encoder,
  type ExactCounterOptions,
} from './exact-counter.ts';
export { MEDIA_TOKENS } from './media-tokens.ts';
