/** How the numbers of a JSON text are written. */

const NUMBER = /-?\d[\d.eE+-]*/g;
const PARTS = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
const EXPONENT = /e/i;
/** So many digits are held, wherever the point stands. */
const SURE_LENGTH = 15;
const BACKSLASH = 0x5c;
const ZERO = 0x30;

/** Whether every number is the same when it is written again, if in other words: `1.10` is, `12345678901234567893` is not. */
export function keepsNumbers(json: string): boolean {
  for (const { number } of numbersOf(json)) {
    if (number.length <= SURE_LENGTH && !EXPONENT.test(number)) continue;
    const usual = String(Number(number));
    if (usual !== number && valueOf(usual) !== valueOf(number)) return false;
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
  let at = start;
  do at = json.indexOf('"', at + 1);
  while (at >= 0 && isEscaped(json, at));
  return at < 0 ? json.length : at + 1;
}

function isEscaped(json: string, at: number): boolean {
  let first = at;
  while (json.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (at - first) % 2 === 1;
}

/** A number in the one way there is to write it: its digits without zeros at the ends, and how far they are moved. */
function valueOf(number: string): string {
  const [, sign, whole, fraction = '', exponent = '0'] = PARTS.exec(number) ?? [];
  if (sign === undefined || whole === undefined) return number;
  const digits = whole + fraction;
  let [first, last] = [0, digits.length];
  while (digits.charCodeAt(last - 1) === ZERO) last -= 1;
  while (first < last && digits.charCodeAt(first) === ZERO) first += 1;
  if (first === last) return '0';
  const moved = Number(exponent) - fraction.length + digits.length - last;
  return `${sign}${digits.slice(first, last)}e${moved}`;
}
