import { isTooDeep, parseJson, toJson } from '../framework/json.ts';
import { isRecord } from '../framework/values.ts';

/** Encodings of the arguments of calls, for formats that cannot express all of them. Each writer has its exact reader next to it. */

const LOOSE = '$arguments';

/**
 * Encodes parameters for formats that accept objects only: any other value becomes `{"$arguments": …}`.
 *
 * @param before what the arguments were read from
 */
export function wrapParameters(parameters: unknown, before?: unknown): unknown {
  if (parameters === undefined) return {};
  // A reduced text becomes a record again if all its numbers survive that.
  const value =
    typeof parameters === 'string' && isText(before) ? readArguments(parameters) : parameters;
  return isRecord(value) && !isWrapped(value) ? value : { [LOOSE]: parameters };
}

export function unwrapParameters(parameters: unknown): unknown {
  if (parameters === undefined) return {};
  if (!isWrapped(parameters)) return parameters;
  const inner = parameters[LOOSE];
  return isRecord(inner) && !isWrapped(inner) ? parameters : inner;
}

/**
 * Writes parameters as the JSON text of a call. A text that `readArguments` returns unparsed stays as it is, also when reduced.
 *
 * @param before what the arguments were read from
 */
export function writeArguments(parameters: unknown, before?: unknown): string {
  if (parameters === undefined) return '{}';
  const staysText = typeof parameters === 'string' && (isText(parameters) || isText(before));
  return staysText ? parameters : toJson(parameters);
}

/** Parses arguments. Returns the text if it is not JSON, is too deep, or contains numbers that would change if they were written again. */
export function readArguments(written: unknown): unknown {
  if (written === undefined) return {};
  if (typeof written !== 'string') return written;
  const parsed = parseJson(written);
  if (parsed === undefined || !keepsNumbers(written)) return written;
  return isTooDeep(parsed.value) ? written : parsed.value;
}

/** Returns whether arguments are read as text. */
function isText(written: unknown): boolean {
  return typeof written === 'string' && readArguments(written) === written;
}

function isWrapped(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && LOOSE in value && Object.keys(value).length === 1;
}

const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/g;
const NUMBER = /-?\d[\d.eE+-]*/g;
/** Numbers with at most 15 digits are exact; with an exponent, fewer are allowed. */
const SURE = /^-?(?:\d\.?){1,15}(?:e[+-]?\d\d?)?$/i;
/** Occurs in JSON with a number that is not sure. Strings may contain it too. */
const MAYBE_UNSURE = /\d(?:[eE]|(?:\.?\d){15})/;

/**
 * Returns whether every number keeps its value when it is written again, possibly in another notation: `1.10` does, `12345678901234567893`
 * does not.
 */
function keepsNumbers(json: string): boolean {
  if (!MAYBE_UNSURE.test(json)) return true;
  const numbers = json.replace(STRING, '').match(NUMBER) ?? [];
  return numbers.every((number) => SURE.test(number) || String(Number(number)) === number);
}
