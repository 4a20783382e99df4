import { isTooDeep, parseJson, toJson } from '../framework/json.ts';
import { isRecord } from '../framework/values.ts';

/** The only member of an object that stands for arguments of another kind. */
const WRAPPER = '$arguments';

/**
 * Encodes parameters for formats that accept objects only: any other value becomes `{"$arguments": …}`, which `unwrapParameters` reads.
 *
 * @param original the written arguments that the parameters were read from, if any
 */
export function wrapParameters(parameters: unknown, original?: unknown): unknown {
  if (parameters === undefined) return {};
  // Arguments are a text if parsing would change a number. Without that number, they can be an object again.
  const value =
    typeof parameters === 'string' && isText(original) ? readArguments(parameters) : parameters;
  return isRecord(value) && !isWrapped(value) ? value : { [WRAPPER]: parameters };
}

export function unwrapParameters(parameters: unknown): unknown {
  if (parameters === undefined) return {};
  if (!isWrapped(parameters)) return parameters;
  const inner = parameters[WRAPPER];
  return isRecord(inner) && !isWrapped(inner) ? parameters : inner;
}

/**
 * Writes parameters as the JSON text of a call. A text that `readArguments` returns unparsed stays as it is, also when reduced.
 *
 * @param original the written arguments that the parameters were read from, if any
 */
export function writeArguments(parameters: unknown, original?: unknown): string {
  if (parameters === undefined) return '{}';
  const staysText = typeof parameters === 'string' && (isText(parameters) || isText(original));
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
  return isRecord(value) && WRAPPER in value && Object.keys(value).length === 1;
}

const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/g;
const NUMBER = /-?\d[\d.eE+-]*/g;

/** Occurs in JSON with a number that is not sure to keep its value. Strings may contain it too. */
const UNSURE_NUMBER = /\d(?:[eE]|(?:\.?\d){15})/;
/** A number of at most 15 digits, with an exponent of at most two, keeps its value, possibly in another notation. */
const EXACT_NUMBER = /^-?(?:\d\.?){1,15}(?:e[+-]?\d\d?)?$/i;

/** Returns whether every number keeps its value when it is written again: `1.10` does, `12345678901234567893` does not. */
function keepsNumbers(json: string): boolean {
  if (!UNSURE_NUMBER.test(json)) return true;
  const numbers = json.replace(STRING, '').match(NUMBER) ?? [];
  return numbers.every((number) => EXACT_NUMBER.test(number) || String(Number(number)) === number);
}
