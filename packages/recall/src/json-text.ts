/** Deeper values are written on one line: indentation would grow with the square of the depth. */
const DEEPEST_INDENTED = 64;

/** Text without white space that is longer is no text a model can read: an image, an archive. */
const LONGEST_WORD = 2_000;

/**
 * Any value as JSON that can be read: what JSON cannot carry in words, binary data as its size. A value too deep for that becomes the texts
 * and numbers in it, one on each line.
 */
export function jsonText(value: unknown): string {
  const indent = isDeeperThan(value, DEEPEST_INDENTED) ? undefined : 2;
  try {
    return JSON.stringify(value, readable, indent) ?? String(value);
  } catch {
    return leavesOf(value).join('\n');
  }
}

/** The same on one line. */
export function jsonLine(value: unknown): string {
  try {
    return JSON.stringify(value, readable) ?? String(value);
  } catch {
    return leavesOf(value).join(' ');
  }
}

function readable(_name: string, value: unknown): unknown {
  if (typeof value === 'string') return isWord(value) ? `[${value.length} characters]` : value;
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Map || value instanceof Set) return [...value];
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value))
    return `[${value.byteLength} bytes]`;
  return value;
}

function isWord(text: string): boolean {
  return text.length > LONGEST_WORD && !/\s/.test(text);
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
