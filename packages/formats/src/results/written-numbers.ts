/** Numbers of a JSON text as written. */

const NUMBER = /-?\d[\d.eE+-]*/g;
/** Numbers with at most 15 digits are exact; with an exponent, fewer are allowed. */
const SURE = /^-?(?:\d\.?){1,15}(?:e[+-]?\d\d?)?$/i;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Returns whether every number keeps its value when it is written again, possibly in another notation: `1.10` does, `12345678901234567893`
 * does not.
 */
export function keepsNumbers(json: string): boolean {
  for (const { number } of numbersOf(json)) {
    if (!SURE.test(number) && String(Number(number)) !== number) return false;
  }
  return true;
}

/** Returns JSON in which equal numbers of equal members have the notation of another text. */
export function withNumbersOf(before: string, json: string): string {
  const written = new Map<string, string>();
  for (const { said, number } of numbersOf(before)) {
    const usual = String(Number(number));
    if (usual !== number) written.set(said + usual, number);
  }
  if (written.size === 0) return json;
  let text = '';
  let from = 0;
  for (const { said, number, start } of numbersOf(json)) {
    const own = written.get(said + number);
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
  readonly said: string;
}

/** Yields the numbers outside of strings. */
function* numbersOf(json: string): Generator<WrittenNumber> {
  let said = '';
  for (let at = 0; at < json.length;) {
    const quote = json.indexOf('"', at);
    const end = quote < 0 ? json.length : quote;
    for (const { 0: number, index } of json.slice(at, end).matchAll(NUMBER)) {
      yield { number, start: at + index, said };
    }
    at = quote < 0 ? json.length : stringEnd(json, quote);
    said = json.slice(end, at);
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
