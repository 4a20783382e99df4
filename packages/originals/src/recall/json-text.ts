/** Maximum depth of indented JSON. Deeper values are written on one line: indentation grows with the square of the depth. */
const DEEPEST_INDENTED = 64;

/** Maximum length of readable text without white space, in UTF-16 units. Longer text is an image or an archive. */
const MAX_WORD_LENGTH = 2_000;

/**
 * Returns any value as readable JSON: binary data as its size, bigints as text, maps and sets as lists. A value that is too deep for JSON
 * becomes its texts and numbers, one per line.
 */
export function jsonText(value: unknown): string {
  const indent = isDeeperThan(value, DEEPEST_INDENTED) ? undefined : 2;
  return write(value, indent, '\n');
}

/** Returns what `jsonText` returns, on one line. */
export function jsonLine(value: unknown): string {
  return write(value, undefined, ' ');
}

function write(value: unknown, indent: number | undefined, separator: string): string {
  try {
    return JSON.stringify(value, readable, indent) ?? String(value);
  } catch {
    return leavesOf(value).join(separator);
  }
}

function readable(_name: string, value: unknown): unknown {
  if (typeof value === 'string')
    return isUnreadable(value) ? `[${value.length} characters]` : value;
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Map || value instanceof Set) return [...value];
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value))
    return `[${value.byteLength} bytes]`;
  return value;
}

function isUnreadable(text: string): boolean {
  return text.length > MAX_WORD_LENGTH && !/\s/.test(text);
}

function isDeeperThan(value: unknown, depth: number): boolean {
  let level = [value];
  for (let deep = 0; level.length > 0; deep += 1) {
    if (deep > depth) return true;
    level = level.flatMap(membersOf);
  }
  return false;
}

function leavesOf(value: unknown): string[] {
  const leaves: string[] = [];
  const open = [value];
  while (open.length > 0) {
    const next = readable('', open.pop());
    if (typeof next !== 'object' || next === null) leaves.push(String(next));
    else for (const member of membersOf(next).toReversed()) open.push(member);
  }
  return leaves;
}

function membersOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)
    ? Object.values(value)
    : [];
}
