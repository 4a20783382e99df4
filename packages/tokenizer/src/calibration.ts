import { calibrationJson, readCalibrationJson, type CalibrationJson } from './calibration-json.ts';
import {
  HIGHEST_RATIO,
  LEAST_TOKENS,
  LOWEST_RATIO,
  WEIGHT_DOWN,
  WEIGHT_UP,
} from './calibration-constants.ts';

/** The estimated and the reported tokens of one request. */
export interface UsageReport {
  /** Name of the model, each with its own ratio. @default '' */
  readonly model?: string;
  /** Estimate for the whole request, system prompt and tools included. */
  readonly estimatedTokens: number;
  /** Prompt tokens that the provider reported, cache reads and cache writes included. */
  readonly reportedTokens: number;
}

/** Learns the ratio of reported to estimated tokens, per model. */
export interface Calibration {
  /**
   * Updates the ratio of a model.
   *
   * @returns whether it did. Ignores non-finite numbers, estimates below 100 tokens and reports below half the estimate: a provider may
   * omit its usage or its cached tokens, which must neither fail a turn nor lower estimates
   */
  observe(report: UsageReport): boolean;
  /** Returns the estimate times the ratio, rounded up. */
  correct(tokens: number, model?: string): number;
  /** Returns reported over estimated tokens, 0.5 to 4; 1 if nothing was learned. */
  ratio(model?: string): number;
  /** Returns the JSON form, which `createCalibration` accepts. */
  toJSON(): CalibrationJson;
}

/**
 * Creates a calibration.
 *
 * @param json the parsed JSON form of another calibration
 * @throws {OptionError} `INVALID_CALIBRATION_JSON` with the path of the first invalid value
 */
export function createCalibration(json?: unknown): Calibration {
  const ratios = json === undefined ? new Map<string, number>() : readCalibrationJson(json);
  const ratio = (model: string = ''): number => ratios.get(model) ?? 1;
  return {
    ratio,
    observe({ model = '', estimatedTokens, reportedTokens }) {
      const seen = reportedTokens / estimatedTokens;
      const isTelling = estimatedTokens >= LEAST_TOKENS && Number.isFinite(seen);
      if (!isTelling || seen < LOWEST_RATIO) return false;
      const before = ratio(model);
      const sample = Math.min(seen, HIGHEST_RATIO);
      const weight = sample > before ? WEIGHT_UP : WEIGHT_DOWN;
      ratios.set(model, before + weight * (sample - before));
      return true;
    },
    correct: (tokens, model) => Math.ceil(tokens * ratio(model)),
    toJSON: () => calibrationJson(ratios),
  };
}
