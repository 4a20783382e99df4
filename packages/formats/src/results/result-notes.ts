import { parseMediaPlaceholder } from '@palimpsest/core-types';
import { isRecord } from '../values.ts';

/** A value with placeholders of the media next to it. */
export interface NotedValue {
  readonly said: unknown;
  readonly notes: readonly string[];
}

/** Prefix of such a placeholder. Placeholders of media inside the value have none. */
const LABEL = 'media: ';
const MEMBER = /^media\d*$/;

/**
 * Writes placeholders into a value, which stays of its kind: as last lines of a text, last elements of a list, or a last member of a record.
 * `undefined` where a value has no place for them.
 *
 * @param texts other texts that were beside the value
 */
export function writeNotes({
  said,
  texts,
  notes,
}: NotedValue & { readonly texts: readonly string[] }): unknown {
  if (texts.length + notes.length === 0) return said;
  const added = [...texts, ...notes.map((note) => `${LABEL}${note}`)];
  if (typeof said === 'string') return [...(said === '' ? [] : [said]), ...added].join('\n');
  if (Array.isArray(said)) return [...(said as unknown[]), ...added];
  if (!isRecord(said)) return undefined;
  return { ...said, [freeName(said)]: [...texts, ...notes].join('\n') };
}

function freeName(record: object): string {
  let name = 'media';
  for (let count = 2; Object.hasOwn(record, name); count += 1) name = `media${count}`;
  return name;
}

/** Parses exactly the output of `writeNotes`; any other value has no placeholders. */
export function readNotes(value: unknown): NotedValue {
  if (typeof value === 'string') return readLines(value);
  if (Array.isArray(value)) return readElements(value);
  const plain = { said: value, notes: [] };
  if (!isRecord(value)) return plain;
  const name = Object.keys(value).at(-1) ?? '';
  const { [name]: text, ...said } = value;
  if (!MEMBER.test(name) || typeof text !== 'string') return plain;
  const notes = text.split('\n');
  return notes.every(isPlaceholder) ? { said, notes } : plain;
}

function readLines(text: string): NotedValue {
  const notes: string[] = [];
  let end = text.length;
  while (end > 0) {
    const start = text.lastIndexOf('\n', end - 1) + 1;
    const note = readNote(text.slice(start, end));
    if (note === undefined) break;
    notes.unshift(note);
    end = start - 1;
  }
  return { said: text.slice(0, Math.max(end, 0)), notes };
}

function readElements(list: readonly unknown[]): NotedValue {
  const first = 1 + list.findLastIndex((element) => readNote(element) === undefined);
  const notes = list.slice(first).map((element) => readNote(element) ?? '');
  return notes.length === 0 ? { said: list, notes } : { said: list.slice(0, first), notes };
}

function readNote(line: unknown): string | undefined {
  if (typeof line !== 'string' || !line.startsWith(LABEL)) return undefined;
  const note = line.slice(LABEL.length);
  return isPlaceholder(note) ? note : undefined;
}

function isPlaceholder(text: string): boolean {
  return parseMediaPlaceholder(text) !== undefined;
}
