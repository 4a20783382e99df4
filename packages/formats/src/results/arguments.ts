import { parseJson, toJson } from '../json.ts';
import { isRecord } from '../values.ts';

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
 * Writes parameters as the JSON text of a call. A text that `readArguments` returns unparsed stays as it is, also when reduced. Numbers keep
 * their notation.
 *
 * @param before what the arguments were read from
 */
export function writeArguments(parameters: unknown, before?: unknown): string {
  if (parameters === undefined) return '{}';
  if (typeof parameters === 'string' && (isText(parameters) || isText(before))) return parameters;
  const json = toJson(parameters);
  return typeof before === 'string' ? withNumbersOf(before, json) : json;
}

/** Parses arguments. Returns the text if it is not JSON, or contains numbers that would change if they were written again. */
export function readArguments(written: unknown): unknown {
  if (written === undefined) return {};
  if (typeof written !== 'string') return written;
  const parsed = parseJson(written);
  return parsed === undefined || !keepsNumbers(written) ? written : parsed.value;
}

/** Returns whether arguments are read as text. */
function isText(written: unknown): boolean {
  return typeof written === 'string' && readArguments(written) === written;
}

function isWrapped(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && LOOSE in value && Object.keys(value).length === 1;
}

const NUMBER = /-?\d[\d.eE+-]*/g;
/** Numbers with at most 15 digits are exact; with an exponent, fewer are allowed. */
const SURE = /^-?(?:\d\.?){1,15}(?:e[+-]?\d\d?)?$/i;
/** Occurs in JSON with a number that is not sure. Strings may contain it too. */
const MAYBE_UNSURE = /\d(?:[eE]|(?:\.?\d){15})/;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Returns whether every number keeps its value when it is written again, possibly in another notation: `1.10` does, `12345678901234567893`
 * does not.
 */
export function keepsNumbers(json: string): boolean {
  if (!MAYBE_UNSURE.test(json)) return true;
  for (const { number } of numbersOf(json)) {
    if (!SURE.test(number) && String(Number(number)) !== number) return false;
  }
  return true;
}

/** Returns JSON in which equal numbers of equal members have the notation of another text. */
function withNumbersOf(before: string, json: string): string {
  const written = new Map<string, string>();
  for (const { precedingString, number } of numbersOf(before)) {
    const usual = String(Number(number));
    if (usual !== number) written.set(precedingString + usual, number);
  }
  if (written.size === 0) return json;
  let text = '';
  let from = 0;
  for (const { precedingString, number, start } of numbersOf(json)) {
    const own = written.get(precedingString + number);
    if (own === undefined) continue;
    text += json.slice(from, start) + own;
    from = start + number.length;
  }
  return text + json.slice(from);
}

interface WrittenNumber {
  readonly number: string;
  readonly start: number;
  /** The string before it, usually its key. */
  readonly precedingString: string;
}

/** Yields the numbers outside of strings. */
function* numbersOf(json: string): Generator<WrittenNumber> {
  let precedingString = '';
  for (let at = 0; at < json.length;) {
    const quote = json.indexOf('"', at);
    const end = quote < 0 ? json.length : quote;
    for (const { 0: number, index } of json.slice(at, end).matchAll(NUMBER)) {
      yield { number, start: at + index, precedingString };
    }
    at = quote < 0 ? json.length : stringEnd(json, quote);
    precedingString = json.slice(end, at);
  }
}

/** Returns the index after the string at `start`. */
function stringEnd(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (code === BACKSLASH) at += 1;
  }
  return json.length;
}
