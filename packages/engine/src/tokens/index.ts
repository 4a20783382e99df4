export { createCalibration, type CalibrationJson } from './calibration.ts';
export { createEntryTokenCounter, estimateEntryTokens } from './count-entries.ts';
export { estimateTokens } from './estimate-tokens.ts';
export { measureProseRate } from './measure-prose-rate.ts';
export { ceilShare, floorShare } from './shares.ts';
export { createExactCounter, EncoderUnavailableError } from './exact-counter.ts';
