import { OptionError } from '@palimpsest/core-types';

/**
 * Share of the difference by which a report above the current ratio raises it: three reports close seven eighths. An underestimate can
 * end in a rejected request, so the ratio follows quickly.
 */
const WEIGHT_UP = 0.5;

/**
 * Share of the difference by which a report below the current ratio lowers it: 22 reports close nine tenths. An overestimate costs only
 * a few tokens, and a few low reports must not undo a high one.
 */
const WEIGHT_DOWN = 0.1;

/** Minimum of reported over estimated tokens. No tokenizer needs less than half of a reasonable estimate; a lower report omits cached tokens. */
const MIN_RATIO = 0.5;

/** Maximum ratio: a common estimate is a token for four characters, and the worst case of any script is a token for one. */
const MAX_RATIO = 4;

/** Minimum estimate of a request to learn from: in smaller ones, the tokens that a provider adds to every request outweigh the text. */
const MIN_TOKENS = 100;

const KIND = 'palimpsest.calibration';
const FORMAT_VERSION = 1;

/** Learns the ratio of reported to estimated tokens, per model. */
interface Calibration {
  /**
   * Updates the ratio of a model, and returns whether it did. Ignores non-finite numbers, estimates below 100 tokens and reports below half
   * the estimate: a provider may omit its usage or its cached tokens, which must neither throw nor lower estimates.
   */
  observe(report: {
    /** Name of the model, each with its own ratio. @default '' */
    readonly model?: string;
    /** Estimate for the whole request, system prompt and tools included. */
    readonly estimatedTokens: number;
    /** Prompt tokens that the provider reported, cache reads and cache writes included. */
    readonly reportedTokens: number;
    /** Whether the provider refused the request as too long. The ratio then becomes exactly that of this report. @default false */
    readonly isRefused?: boolean;
  }): boolean;
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
  const ratios = json === undefined ? new Map<string, number>() : parseCalibration(json);
  const ratio = (model: string = ''): number => ratios.get(model) ?? 1;
  return {
    ratio,
    observe({ model = '', estimatedTokens, reportedTokens, isRefused = false }) {
      const reported = reportedTokens / estimatedTokens;
      const isUsable =
        estimatedTokens >= MIN_TOKENS && reported >= MIN_RATIO && reported < Infinity;
      if (!isUsable) return false;
      const current = ratio(model);
      const difference = Math.min(reported, MAX_RATIO) - current;
      const weight = isRefused ? 1 : difference > 0 ? WEIGHT_UP : WEIGHT_DOWN;
      ratios.set(model, current + weight * difference);
      return true;
    },
    correct: (tokens, model) => Math.ceil(tokens * ratio(model)),
    toJSON: () => ({
      kind: KIND,
      format: FORMAT_VERSION,
      models: Array.from(ratios, ([name, learned]) => ({ model: name, ratio: learned })),
    }),
  };
}

/** The JSON form of a calibration. */
export interface CalibrationJson {
  readonly kind: typeof KIND;
  readonly format: typeof FORMAT_VERSION;
  readonly models: readonly { readonly model: string; readonly ratio: number }[];
}

function parseCalibration(json: unknown): Map<string, number> {
  const { kind, format, models } = fieldsOf(json, 'json', 'the parsed result of toJSON()');
  check(kind === KIND, 'json.kind', kind, `"${KIND}"`);
  const newer = `${FORMAT_VERSION} (a newer format needs a newer release)`;
  check(format === FORMAT_VERSION, 'json.format', format, newer);
  check(Array.isArray(models), 'json.models', models, 'an array');
  return new Map(
    (models as readonly unknown[]).map((entry, index) => {
      const path = `json.models[${index}]`;
      const { model, ratio } = fieldsOf(entry, path, 'an object with model and ratio');
      check(typeof model === 'string', `${path}.model`, model, 'the name of a model');
      const isRatio = typeof ratio === 'number' && ratio >= MIN_RATIO && ratio <= MAX_RATIO;
      check(isRatio, `${path}.ratio`, ratio, `a number from ${MIN_RATIO} to ${MAX_RATIO}`);
      return [model as string, ratio as number];
    }),
  );
}

function fieldsOf(value: unknown, path: string, expected: string): Record<string, unknown> {
  check(typeof value === 'object' && value !== null, path, value, expected);
  return value as Record<string, unknown>;
}

function check(isValid: boolean, path: string, received: unknown, expected: string): void {
  if (isValid) return;
  throw new OptionError(path, received, expected, { code: 'INVALID_CALIBRATION_JSON' });
}
