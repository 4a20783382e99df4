import { OptionError } from '@palimpsest/core-types';
import { HIGHEST_RATIO, LOWEST_RATIO } from './calibration-constants.ts';

const KIND = 'palimpsest.calibration';
const FORMAT = 1;

/** The JSON form of a calibration. */
export interface CalibrationJson {
  readonly kind: typeof KIND;
  readonly format: typeof FORMAT;
  readonly models: readonly { readonly model: string; readonly ratio: number }[];
}

export function calibrationJson(ratios: ReadonlyMap<string, number>): CalibrationJson {
  return {
    kind: KIND,
    format: FORMAT,
    models: Array.from(ratios, ([model, ratio]) => ({ model, ratio })),
  };
}

/**
 * Parses the JSON form of a calibration: the ratio of each model.
 *
 * @throws {OptionError} `INVALID_CALIBRATION_JSON` with the path of the first invalid value
 */
export function readCalibrationJson(json: unknown): Map<string, number> {
  const { kind, format, models } = fieldsOf(json, 'json', 'what toJSON() answered, parsed');
  if (kind !== KIND) throw refusal('json.kind', kind, `"${KIND}"`);
  if (format !== FORMAT)
    throw refusal('json.format', format, `${FORMAT}; a newer one needs a newer release`);
  if (!Array.isArray(models)) throw refusal('json.models', models, 'an array');
  const ratios = new Map<string, number>();
  for (const [index, learned] of models.entries()) {
    const at = `json.models[${index}]`;
    const { model, ratio } = fieldsOf(learned, at, 'an object with model and ratio');
    if (typeof model !== 'string') throw refusal(`${at}.model`, model, 'the name of a model');
    if (typeof ratio !== 'number' || !(ratio >= LOWEST_RATIO && ratio <= HIGHEST_RATIO)) {
      const accepted = `a number from ${LOWEST_RATIO} to ${HIGHEST_RATIO}`;
      throw refusal(`${at}.ratio`, ratio, accepted);
    }
    ratios.set(model, ratio);
  }
  return ratios;
}

function fieldsOf(value: unknown, where: string, accepted: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw refusal(where, value, accepted);
  return value as Record<string, unknown>;
}

function refusal(where: string, seen: unknown, accepted: string): OptionError {
  return new OptionError(where, seen, accepted, { code: 'INVALID_CALIBRATION_JSON' });
}
