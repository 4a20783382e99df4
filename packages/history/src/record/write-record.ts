import {
  chooseFence,
  formatHead,
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
  const fence = chooseFence(textsOf(items));
  const parts: string[] = [formatHead(facts)];
  let log: string[] | undefined;
  const closeLog = (): void => {
    if (log !== undefined) parts.push(`<${fence}>\n${log.join('\n')}\n</${fence}>`);
    log = undefined;
  };
  for (const item of items) {
    const lines = item.lines.map(writeLine);
    if (item.kind === 'person') {
      closeLog();
      parts.push(`${PERSON}\n${lines.join('\n')}`);
      continue;
    }
    log ??= [];
    log.push(writeTitle(item.title), ...lines);
  }
  closeLog();
  return parts.join('\n\n');
}

function* textsOf(items: readonly RecordItem[]): Generator<string> {
  for (const item of items) {
    if (item.kind === 'step') yield item.title;
    for (const line of item.lines) if (typeof line === 'string') yield line;
  }
}
