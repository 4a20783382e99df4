import type { IContent } from '@palimpsest/core-types';
import {
  NEXT_MESSAGE,
  openedFence,
  parseHead,
  PERSON,
  readLine,
  STEP,
  type RecordFacts,
  type RecordItem,
  type RecordLine,
} from './grammar.ts';
import { writeRecord } from './write-record.ts';

/** A record that was read back. */
export interface ReadRecord extends RecordFacts {
  readonly items: readonly RecordItem[];
}

const REASON = 'record';

/** Creates the entry of a record: a user message, as every provider accepts it before a turn of the model. */
export function createRecordEntry(text: string, blocks: IContent['blocks'] = []): IContent {
  return {
    speaker: 'human',
    metadata: { synthetic: true, reason: REASON },
    blocks: [{ type: 'text', text }, ...blocks],
  };
}

const known = new WeakMap<IContent, ReadRecord | undefined>();

/**
 * Reads the record that an entry is; `undefined` for any other entry. Formats drop metadata, so the text decides: it must be what
 * `writeRecord` writes. Not proof: anyone can type one.
 */
export function readRecordEntry(entry: IContent): ReadRecord | undefined {
  if (known.has(entry)) return known.get(entry);
  const [block] = entry.blocks;
  const text: unknown = entry.speaker === 'human' && block?.type === 'text' ? block.text : '';
  const record = typeof text === 'string' ? readRecord(text) : undefined;
  known.set(entry, record);
  return record;
}

/** Returns whether an entry is a record of earlier entries. */
export function isRecordEntry(entry: IContent): boolean {
  return readRecordEntry(entry) !== undefined;
}

/** Reads a record back; `undefined` for any other text. */
export function readRecord(text: string): ReadRecord | undefined {
  const end = text.indexOf('\n');
  const facts = parseHead(end < 0 ? text : text.slice(0, end));
  if (facts === undefined) return undefined;
  const items = end < 0 ? [] : readItems(text.slice(end + 1).split('\n'));
  if (items === undefined || writeRecord(items, facts) !== text) return undefined;
  return { ...facts, items };
}

function readItems(lines: readonly string[]): RecordItem[] | undefined {
  const items: RecordItem[] = [];
  let at = 0;
  while (at < lines.length) {
    // A blank line stands before each part.
    if (lines[at] !== '') return undefined;
    at += 1;
    if (lines[at] === PERSON) {
      const end = findPartEnd(lines, at + 1);
      addMessages(lines.slice(at + 1, end), items);
      at = end;
      continue;
    }
    const fence = openedFence(lines[at] ?? '');
    const end = fence === undefined ? -1 : lines.indexOf(`</${fence}>`, at);
    if (end < 0) return undefined;
    if (!addSteps(lines.slice(at + 1, end), items)) return undefined;
    at = end + 1;
  }
  return items;
}

/** Returns where the words of a person end: before the blank line that precedes the next part. */
function findPartEnd(lines: readonly string[], from: number): number {
  for (let at = from; at + 1 < lines.length; at += 1) {
    const next = lines[at + 1]!;
    if (lines[at] === '' && (next === PERSON || openedFence(next) !== undefined)) return at;
  }
  return lines.length;
}

function addMessages(lines: readonly string[], items: RecordItem[]): void {
  let own: RecordLine[] = [];
  items.push({ kind: 'person', lines: own });
  for (const line of lines) {
    if (line === NEXT_MESSAGE) items.push({ kind: 'person', lines: (own = []) });
    else own.push(readLine(line));
  }
}

function addSteps(lines: readonly string[], items: RecordItem[]): boolean {
  let own: RecordLine[] | undefined;
  for (const line of lines) {
    if (line.startsWith(STEP)) {
      own = [];
      items.push({ kind: 'step', title: line.slice(STEP.length), lines: own });
    } else if (own === undefined) return false;
    else own.push(readLine(line));
  }
  return true;
}
