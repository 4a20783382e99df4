/** A result as the text a model was shown, where it is one: a string, an `output` or `text` field, or a list of text parts. */
export function resultText(result: unknown): string | undefined {
  if (typeof result === 'string') return result;
  if (Array.isArray(result)) {
    const texts = result.map((part: unknown) => textField(part));
    return texts.every((text) => text !== undefined) ? texts.join('\n') : undefined;
  }
  return textField(result);
}

function textField(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if ('output' in value && typeof value.output === 'string') return value.output;
  if ('text' in value && typeof value.text === 'string') return value.text;
  return undefined;
}

/** How much a result was: lines of a text, characters of a single line, items of a list, fields of an object. */
export function resultSize(result: unknown): string | undefined {
  const text = resultText(result);
  if (text !== undefined) {
    if (text === '') return undefined;
    const lines = countLines(text);
    return lines > 1 ? `${lines} lines` : `${text.length} chars`;
  }
  if (Array.isArray(result)) return count(result.length, 'item');
  if (typeof result !== 'object' || result === null) return undefined;
  return count(Object.keys(result).length, 'field');
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** A line break at the very end begins no further line. */
function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return text.endsWith('\n') ? lines - 1 : lines;
}
