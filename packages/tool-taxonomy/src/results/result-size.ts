import { resultText } from './result-text.ts';

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
