import type { IContent, Services, ToolCallBlock } from '@palimpsest/core-types';
import {
  GAP,
  isRecordEntry,
  isRequest,
  partsOfEntry,
  type RecordItem,
} from '@palimpsest/engine/history';

/** The title of a note in a record. */
const NOTE = 'Noted:';

/** Returns what a record keeps of an entry: what a person wrote, and notes. */
export function itemsOf(entry: IContent, noteTools: readonly string[]): readonly RecordItem[] {
  return partsOfEntry(entry).flatMap((part): RecordItem | readonly RecordItem[] => {
    switch (part.kind) {
      case 'person':
        return { kind: 'person', lines: part.text.split('\n') };
      case 'call':
        return isNote(part.call, noteTools) ? noteOf(part.call) : [];
      case 'item':
        return part.item.kind === 'person' || part.item.title === NOTE ? part.item : [];
      default:
        return [];
    }
  });
}

/** Returns whether a call is a note. */
export function isNote({ name }: ToolCallBlock, noteTools: readonly string[]): boolean {
  return noteTools.includes(name);
}

/** Returns the texts of a call, without the names of its arguments. */
function noteOf({ parameters }: ToolCallBlock): RecordItem {
  const texts: string[] = [];
  const read = (value: unknown): void => {
    if (typeof value === 'string') texts.push(...value.split('\n'));
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(read);
  };
  read(parameters);
  return { kind: 'step', title: NOTE, lines: texts };
}

/** Returns what the newest message of a person says, if it becomes a part of a record, or was the last one in an earlier record. */
export function findNewestWords(
  history: readonly IContent[],
  items: readonly (readonly RecordItem[])[],
): readonly RecordItem[] {
  const at = items.findLastIndex((own) => own.some(({ kind }) => kind === 'person'));
  const own = items[at];
  if (own === undefined || history.findLastIndex(isRequest) > at) return [];
  return isRecordEntry(history[at]!) ? [own.findLast(({ kind }) => kind === 'person')!] : own;
}

/** Returns the items in the order in which they go: the oldest first, and those with instructions of people last. */
export function orderOfRemoval(
  items: readonly RecordItem[],
  directivesIn: NonNullable<Services['directives']>,
): readonly RecordItem[] {
  const instructs = ({ kind, lines }: RecordItem): boolean =>
    kind === 'person' && directivesIn(lines.filter((line) => line !== GAP).join('\n')).length > 0;
  return [...items.filter((item) => !instructs(item)), ...items.filter(instructs)];
}
