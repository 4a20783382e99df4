/** How the numbers of a JSON text are written. */

const NUMBER = /-?\d[\d.eE+-]*/g;
/** Up to 15 digits are held, wherever the point stands; of numbers far from 1 fewer are. */
const SURE = /^-?(?:\d\.?){1,15}(?:e[+-]?\d\d?)?$/i;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Whether every number is sure to be the same when it is written again, if in other words: `1.10` is, `12345678901234567893` is not. */
export function keepsNumbers(json: string): boolean {
  for (const { number } of numbersOf(json)) {
    if (!SURE.test(number) && String(Number(number)) !== number) return false;
  }
  return true;
}

/** JSON with its numbers written as the same numbers of the same members are in another text. */
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
  /** The string before it: mostly its key. */
  readonly said: string;
}

/** The numbers outside of strings. */
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

/** Index behind the string that begins at `start`. */
function stringEnd(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (code === BACKSLASH) at += 1;
  }
  return json.length;
}
