import { resultParts } from '@palimpsest/core-types';
import { resultText } from './result-text.ts';

/** Returns the size of a result: lines of its texts, characters of a single line, items of a list, fields of an object, parts of media. */
export function resultSize(result: unknown): string | undefined {
  const parts = resultParts(result);
  const [first] = parts;
  if (parts.length === 1 && first?.type === 'json') return sizeOfValue(first.value);
  if (first === undefined) return undefined;
  if (parts.every(({ type }) => type === 'media')) return count(parts.length, 'part');
  const text = resultText(result);
  if (text === '') return undefined;
  const lines = countLines(text);
  return lines > 1 ? `${lines} lines` : `${text.length} chars`;
}

function sizeOfValue(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return count(value.length, 'item');
  const members = Object.values(value);
  let lines = 0;
  for (const member of members) if (typeof member === 'string') lines += countLines(member);
  const hasLines = members.some((member) => typeof member === 'string' && member.includes('\n'));
  return hasLines ? `${lines} lines` : count(members.length, 'field');
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** Counts lines; a line break at the end does not start another one. */
function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return text.endsWith('\n') ? lines - 1 : lines;
}
