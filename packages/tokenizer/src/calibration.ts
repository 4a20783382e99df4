import { calibrationJson, readCalibrationJson, type CalibrationJson } from './calibration-json.ts';
import {
  HIGHEST_RATIO,
  LEAST_TOKENS,
  LOWEST_RATIO,
  WEIGHT_DOWN,
  WEIGHT_UP,
} from './calibration-constants.ts';

/** One request as it was estimated, and as the provider counted it. */
export interface UsageReport {
  /** Whose tokenizer counted. One ratio is learned for each. @default '' */
  readonly model?: string;
  /** Of everything that was sent: system prompt and tools too. */
  readonly estimatedTokens: number;
  /** Prompt tokens by the provider's usage, those read from and written to its cache included. */
  readonly reportedTokens: number;
}

/** Learns from a provider's usage by how much an estimator is off, for each model. */
export interface Calibration {
  /**
   * Learns from one request.
   *
   * @returns whether it did. Figures that are no finite numbers, an estimate under 100 tokens, or a report of less than half the estimate
   * teach nothing: a turn must not fail, and estimates must not shrink, because a provider left its usage out or its cache aside
   */
  observe(report: UsageReport): boolean;
  /** An estimate as the provider would count it, rounded up. */
  correct(tokens: number, model?: string): number;
  /** Reported over estimated, 0.5 to 4; 1 where nothing was learned. */
  ratio(model?: string): number;
  /** For `JSON.stringify`; `createCalibration` takes it. */
  toJSON(): CalibrationJson;
}

/**
 * @param json what `toJSON` of another calibration answered
 * @throws {OptionError} `INVALID_CALIBRATION_JSON`, with the path of what is wrong
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
