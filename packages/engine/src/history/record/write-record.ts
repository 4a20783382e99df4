import { runAtOnce } from '@palimpsest/core-types';
import {
  chooseFence,
  formatHead,
  NEXT_MESSAGE,
  PERSON,
  writeLine,
  writeTitle,
  type RecordFacts,
  type RecordItem,
} from './grammar.ts';

/**
 * Writes the text of a record. What people wrote stands outside of the fences, with their authority. All else stands inside: no line can close
 * a fence, begin a step, or pose as a person.
 */
export function writeRecord(items: readonly RecordItem[], facts: RecordFacts = {}): string {
  return runAtOnce(writeRecordInSteps(items, facts));
}

/** Does what `writeRecord` does. Yields between items. */
export function* writeRecordInSteps(
  items: readonly RecordItem[],
  facts: RecordFacts,
): Generator<void, string> {
  const parts: { readonly isFenced: boolean; readonly lines: string[] }[] = [];
  for (const { lines, ...item } of items) {
    yield;
    const isFenced = item.kind === 'step';
    const last = parts.at(-1);
    const part = last?.isFenced === isFenced ? last : { isFenced, lines: [] };
    if (part !== last) parts.push(part);
    const words = part === last ? NEXT_MESSAGE : PERSON;
    part.lines.push(item.kind === 'step' ? writeTitle(item.title) : words);
    for (const line of lines) part.lines.push(writeLine(line, item.kind));
  }
  const texts = parts.map(({ lines }) => lines.join('\n'));
  yield;
  const fence = chooseFence(texts.join('\n'));
  return [
    formatHead({ hasSteps: items.some(({ kind }) => kind === 'step'), ...facts }),
    ...texts.map((text, at) => (parts[at]!.isFenced ? `<${fence}>\n${text}\n</${fence}>` : text)),
  ].join('\n\n');
}
