const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const SMALL_U = 0x75;
const HEX = /^[\da-fA-F]{4}$/;
const LITERAL = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/y;
const ESCAPES: ReadonlySet<number> = new Set(
  Array.from('"\\/bfnrtu', (mark) => mark.charCodeAt(0)),
);

/** Returns the index of the next character that is not JSON white space. */
export function skipSpace(source: string, start: number): number {
  let at = start;
  for (;;) {
    const unit = source.charCodeAt(at);
    if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return at;
    at += 1;
  }
}

/** Returns the index after the string at `start`; `undefined` if it is not a JSON string. */
export function stringEnd(source: string, start: number): number | undefined {
  if (source.charCodeAt(start) !== QUOTE) return undefined;
  for (let at = start + 1; at < source.length; at += 1) {
    const unit = source.charCodeAt(at);
    if (unit === QUOTE) return at + 1;
    if (unit === BACKSLASH) {
      const escaped = source.charCodeAt(at + 1);
      if (!ESCAPES.has(escaped)) return undefined;
      if (escaped === SMALL_U && !HEX.test(source.slice(at + 2, at + 6))) return undefined;
      at += 1;
    } else if (unit < 0x20) return undefined;
  }
  return undefined;
}

/** Returns the index after the colon of a key; `undefined` if there is no key. */
export function keyEnd(source: string, start: number): number | undefined {
  const end = stringEnd(source, start);
  if (end === undefined) return undefined;
  const colon = skipSpace(source, end);
  return source.charCodeAt(colon) === COLON ? colon + 1 : undefined;
}

/** Returns the index after a string, a number, `true`, `false` or `null`; `undefined` if there is none. */
export function plainValueEnd(source: string, start: number): number | undefined {
  if (source.charCodeAt(start) === QUOTE) return stringEnd(source, start);
  LITERAL.lastIndex = start;
  return LITERAL.test(source) ? LITERAL.lastIndex : undefined;
}
