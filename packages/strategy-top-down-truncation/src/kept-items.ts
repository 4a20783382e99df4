import type { Directive, IContent, Services, ToolCallBlock } from '@palimpsest/core-types';
import { isBindingLevel } from '@palimpsest/engine/directives/words';
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

/** An item that goes, or what stays of it. A later cut of the same item replaces an earlier one. */
export type Cut = readonly [item: RecordItem, left: RecordItem | undefined];

/** Tokens that instructions may have even if the target is missed: losing them costs more. */
const LEAST_INSTRUCTIONS = 600;

/**
 * Returns cuts in the order in which they are made. `gentle` removes items without instructions, oldest first, and shortens the others to their
 * instructions. `last` removes those that do not bind, then the longest ones: so most of them stay.
 *
 * @param proseRate tokens per character of prose
 */
export function listCuts(
  items: readonly RecordItem[],
  directivesIn: NonNullable<Services['directives']>,
  proseRate: number,
): Readonly<Record<'gentle' | 'last', readonly Cut[]>> {
  const found = new Map<RecordItem, readonly Directive[]>();
  for (const item of items) {
    const directives = item.kind === 'person' ? directivesIn(textOf(item)) : [];
    if (directives.length > 0) found.set(item, directives);
  }
  const binding = new Map(
    Array.from(found, ([item, directives]) => [
      item,
      directives.filter(({ level }) => isBindingLevel(level)),
    ]),
  );
  const shortestFirst = [...binding]
    .flatMap(([item, directives]) => directives.map((directive) => ({ item, directive })))
    .toSorted((one, other) => one.directive.text.length - other.directive.text.length);
  let tokens = 0;
  const removable = shortestFirst.filter(({ directive }) => {
    tokens += (directive.text.length + 1) * proseRate;
    return tokens > LEAST_INSTRUCTIONS;
  });
  const left = new Map(binding);
  return {
    gentle: [
      ...items.filter((item) => !found.has(item)).map((item): Cut => [item, undefined]),
      ...Array.from(found, ([item, directives]): Cut => [item, only(directives)]),
    ],
    last: [
      ...Array.from(binding, ([item, directives]): Cut => [item, only(directives)]),
      ...removable.toReversed().map(({ item, directive }): Cut => {
        left.set(
          item,
          left.get(item)!.filter((one) => one !== directive),
        );
        return [item, only(left.get(item)!)];
      }),
    ],
  };
}

/** Returns the words of a person without all but some instructions. */
function only(directives: readonly Directive[]): RecordItem | undefined {
  const lines = directives.flatMap(({ text }) => [...text.split('\n'), GAP] as const);
  return lines.length === 0 ? undefined : { kind: 'person', lines: [GAP, ...lines] };
}

function textOf({ lines }: RecordItem): string {
  return lines.filter((line) => line !== GAP).join('\n');
}
