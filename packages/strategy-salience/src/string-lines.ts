/** A line of a string in a JSON text. */
export interface StringLine {
  /** Where it begins and ends in the JSON text. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** How many groups it stands in. */
  readonly depth: number;
}

/** Returns the lines of all strings in a JSON text that are values; the names of members say nothing. */
export function stringLines(json: string): StringLine[] {
  const lines: StringLine[] = [];
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const mark = json[at];
    if (mark === '{' || mark === '[') depth += 1;
    else if (mark === '}' || mark === ']') depth -= 1;
    if (mark !== '"') continue;
    const own: StringLine[] = [];
    let from = at + 1;
    const add = (end: number): void => {
      const text = JSON.parse(`"${json.slice(from, end)}"`) as string;
      if (text.trim() !== '') own.push({ start: from, end, text, depth });
    };
    for (at = from; json[at] !== '"'; at += 1) {
      if (json[at] !== '\\') continue;
      at += 1;
      if (json[at] !== 'n') continue;
      add(at - 1);
      from = at + 1;
    }
    add(at);
    NAME_END.lastIndex = at + 1;
    if (!NAME_END.test(json)) for (const line of own) lines.push(line);
  }
  return lines;
}

const NAME_END = /[ \t\r\n]*:/y;
