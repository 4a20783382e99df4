/** Shorter JSON is hardly longer than its lines. */
const SHORT_JSON = 60;
/** A record or list of at most this many characters stays on one line. */
const SHORT_GROUP = 80;
/** Deeper groups stay on one line. */
const MAX_DEPTH = 100;

/**
 * Writes a JSON object or list as lines: a member or an item on each, texts as they are, without quotes and escapes. Returns `undefined` for a
 * short or any other text.
 */
export function linesOfJson(text: string): string | undefined {
  if (text.length < SHORT_JSON || !/^\s*[[{]/.test(text)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text, keepDigits);
  } catch {
    return undefined;
  }
  const lines: string[] = [];
  writeGroup(value as object, 0, lines);
  return lines.join('\n').toWellFormed();
}

/** A number that JavaScript would write differently. */
class Digits {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  /** A text, where a group stays on one line. */
  toJSON(): string {
    return this.source;
  }
}

/** Keeps a number as it is written: `1.0`, or more digits than a number holds. Some engines do not tell the source. */
function keepDigits(
  _name: string,
  value: unknown,
  context?: { readonly source?: string },
): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined || String(value) === source) return value;
  return new Digits(source);
}

function writeGroup(group: object, depth: number, lines: string[]): void {
  const indent = '  '.repeat(depth);
  if (Array.isArray(group)) for (const item of group) write(item, `${indent}- `, depth, lines);
  else {
    for (const [name, member] of Object.entries(group)) {
      write(member, `${indent}${name}: `, depth, lines);
    }
  }
}

/** Writes a member or an item, with what stands before it on its line. */
function write(value: unknown, lead: string, depth: number, lines: string[]): void {
  if (value instanceof Digits) lines.push(lead + value.source);
  else if (typeof value === 'string') {
    if (value.includes('\n')) lines.push(lead.trimEnd(), ...value.split('\n'));
    else lines.push(lead + value);
  } else if (typeof value !== 'object' || value === null) lines.push(lead + JSON.stringify(value));
  else {
    const short = depth < MAX_DEPTH ? JSON.stringify(value) : '';
    if (short.length <= SHORT_GROUP)
      lines.push(lead + (short === '' ? JSON.stringify(value) : short));
    else {
      const isItem = lead.endsWith('- ') && !Array.isArray(value);
      if (!isItem) lines.push(lead.trimEnd());
      const from = lines.length;
      writeGroup(value, depth + 1, lines);
      // The first member of an object in a list is written on the line of the dash.
      if (isItem) lines[from] = lead + lines[from]!.trimStart();
    }
  }
}
