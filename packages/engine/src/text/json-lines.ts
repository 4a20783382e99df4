/** Minimum length of JSON that is rewritten, in UTF-16 units: shorter JSON is hardly longer than its lines. */
const MIN_JSON_LENGTH = 60;
/** Maximum length of a record or list that stays on one line, in UTF-16 units. */
const MAX_ONE_LINE_LENGTH = 80;
/** Deeper groups stay on one line, so that hostile nesting cannot overflow the stack. */
const MAX_DEPTH = 100;

/**
 * Writes a JSON object or list as lines: a member or an item on each, texts as they are, without quotes and escapes. Returns `undefined` for a
 * short or any other text.
 */
export function formatJsonAsLines(text: string): string | undefined {
  if (text.length < MIN_JSON_LENGTH || !/^\s*[[{]/.test(text)) return undefined;
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

  /** Returns a string, for a group that stays on one line. */
  toJSON(): string {
    return this.source;
  }
}

/** Keeps a number as it is written: `1.0`, or more digits than a number holds. Some engines do not pass the source. */
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

/** Writes a member or an item. @param lead the start of its line: indentation, and a dash or the name */
function write(value: unknown, lead: string, depth: number, lines: string[]): void {
  if (value instanceof Digits) lines.push(lead + value.source);
  else if (typeof value === 'string') {
    if (value.includes('\n')) lines.push(lead.trimEnd(), ...value.split('\n'));
    else lines.push(lead + value);
  } else if (typeof value !== 'object' || value === null) lines.push(lead + JSON.stringify(value));
  else {
    const short = depth < MAX_DEPTH ? JSON.stringify(value) : '';
    if (short.length <= MAX_ONE_LINE_LENGTH)
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
