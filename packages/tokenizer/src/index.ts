export type { CalibrationJson } from './calibration-json.ts';
export { createCalibration, type Calibration, type UsageReport } from './calibration.ts';
export {
  createEntryTokenCounter,
  estimateEntryTokens,
  type EntryTokenCounter,
  type TokenCounter,
} from './count-content.ts';
export { estimateTokens } from './estimate-tokens.ts';
export {
  createExactCounter,
  EncoderUnavailableError,
  type Encoder,
  type Encoding,
  type ExactCounterOptions,
} from './exact-counter.ts';
export { MEDIA_TOKENS, type MediaKind } from './media-tokens.ts';
