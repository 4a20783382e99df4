import { OptionError } from '@palimpsest/core-types';

/**
 * Weight of a report above the current ratio: half of the difference at once, seven eighths after three requests. An underestimate ends in
 * a rejected request, so the ratio follows it quickly.
 */
const WEIGHT_UP = 0.5;

/**
 * Weight of a report below the current ratio: nine tenths of the difference after 22 requests. An overestimate costs a few tokens, and a
 * few small reports must not undo what a large one showed.
 */
const WEIGHT_DOWN = 0.1;

/** No tokenizer needs less than half of a reasonable estimate; a report that does leaves out cached tokens. */
const MIN_RATIO = 0.5;

/** Four characters per token is the usual estimate, one token per character the worst case of any script. */
const MAX_RATIO = 4;

/** For smaller requests, what the provider adds to every request outweighs the text. */
const MIN_TOKENS = 100;

/** Learns the ratio of reported to estimated tokens, per model. */
export interface Calibration {
  /**
   * Updates the ratio of a model.
   *
   * @returns whether it did. Ignores non-finite numbers, estimates below 100 tokens and reports below half the estimate: a provider may
   * omit its usage or its cached tokens, which must neither fail a turn nor lower estimates
   */
  observe(report: {
    /** Name of the model, each with its own ratio. @default '' */
    readonly model?: string;
    /** Estimate for the whole request, system prompt and tools included. */
    readonly estimatedTokens: number;
    /** Prompt tokens that the provider reported, cache reads and cache writes included. */
    readonly reportedTokens: number;
    /** Whether the provider refused the request as too long. The report then is the ratio. @default false */
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
      const isUsable = estimatedTokens >= MIN_TOKENS && Number.isFinite(reported);
      if (!isUsable || reported < MIN_RATIO) return false;
      const before = ratio(model);
      const sample = Math.min(reported, MAX_RATIO);
      const weight = isRefused ? 1 : sample > before ? WEIGHT_UP : WEIGHT_DOWN;
      ratios.set(model, before + weight * (sample - before));
      return true;
    },
    correct: (tokens, model) => Math.ceil(tokens * ratio(model)),
    toJSON: () => ({
      kind: KIND,
      format: FORMAT,
      models: Array.from(ratios, ([name, learned]) => ({ model: name, ratio: learned })),
    }),
  };
}

const KIND = 'palimpsest.calibration';
const FORMAT = 1;

/** The JSON form of a calibration. */
export interface CalibrationJson {
  readonly kind: typeof KIND;
  readonly format: typeof FORMAT;
  readonly models: readonly { readonly model: string; readonly ratio: number }[];
}

function parseCalibration(json: unknown): Map<string, number> {
  const { kind, format, models } = requireObject(json, 'json', 'the parsed result of toJSON()');
  if (kind !== KIND) throw invalidJsonError('json.kind', kind, `"${KIND}"`);
  if (format !== FORMAT) {
    const expected = `${FORMAT} (a newer format needs a newer release)`;
    throw invalidJsonError('json.format', format, expected);
  }
  if (!Array.isArray(models)) throw invalidJsonError('json.models', models, 'an array');
  const ratios = new Map<string, number>();
  for (const [index, learned] of models.entries()) {
    const at = `json.models[${index}]`;
    const { model, ratio } = requireObject(learned, at, 'an object with model and ratio');
    if (typeof model !== 'string')
      throw invalidJsonError(`${at}.model`, model, 'the name of a model');
    if (typeof ratio !== 'number' || !(ratio >= MIN_RATIO && ratio <= MAX_RATIO)) {
      const expected = `a number from ${MIN_RATIO} to ${MAX_RATIO}`;
      throw invalidJsonError(`${at}.ratio`, ratio, expected);
    }
    ratios.set(model, ratio);
  }
  return ratios;
}

function requireObject(value: unknown, where: string, expected: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw invalidJsonError(where, value, expected);
  return value as Record<string, unknown>;
}

function invalidJsonError(where: string, received: unknown, expected: string): OptionError {
  return new OptionError(where, received, expected, { code: 'INVALID_CALIBRATION_JSON' });
}
