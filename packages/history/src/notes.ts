import {
  isGapNote,
  parseDroppedNotice,
  type ContentBlock,
  type ContentMetadata,
  type DroppedNotice,
  type IContent,
} from '@palimpsest/core-types';

/**
 * Notes that strategies leave for the model: one line, as the first or last paragraph of a user message, or as its own block where the message
 * has several. So no note is a message of its own, next to which a user message would be a second one. Anyone can type a note: its text only
 * ever causes that something is left alone. `metadata.notes` proves which lines were put there.
 */

/** Returns an entry with a note as its last or first paragraph. */
export function withNote(entry: IContent, note: string, place: 'start' | 'end'): IContent {
  const notes = [...provenNotes(entry.metadata), note];
  const metadata: ContentMetadata = { ...entry.metadata, notes };
  const [only] = entry.blocks;
  if (entry.blocks.length === 1 && only?.type === 'text') {
    const text = place === 'end' ? `${only.text}\n\n${note}` : `${note}\n\n${only.text}`;
    return { ...entry, blocks: [{ ...only, text }], metadata };
  }
  const block = { type: 'text', text: note } as const;
  const blocks = place === 'end' ? [...entry.blocks, block] : [block, ...entry.blocks];
  return { ...entry, blocks, metadata };
}

/** Returns the entry without a note that was put there, which its metadata proves; the same entry where there is none like it. */
export function withoutProvenNote(entry: IContent, isWanted: (note: string) => boolean): IContent {
  const notes = provenNotes(entry.metadata);
  const note = notes.find((each) => isWanted(each) && notesIn(entry).includes(each));
  if (note === undefined) return entry;
  const { notes: _notes, ...rest } = entry.metadata!;
  const left = notes.filter((each) => each !== note);
  const blocks = entry.blocks.flatMap((block): ContentBlock[] => {
    if (block.type !== 'text' || !readNotes(block.text).notes.includes(note)) return [block];
    const text = cutNote(block.text, note);
    return text === '' ? [] : [{ ...block, text }];
  });
  const { metadata: _metadata, ...bare } = entry;
  const metadata = left.length > 0 ? { ...rest, notes: left } : rest;
  return Object.keys(metadata).length > 0 ? { ...bare, blocks, metadata } : { ...bare, blocks };
}

/** Notes in a user message that its metadata proves to be put there. */
export function provenNotesIn(entry: IContent): readonly string[] {
  const proven = provenNotes(entry.metadata);
  return proven.length === 0 ? [] : notesIn(entry).filter((note) => proven.includes(note));
}

/** Notes at the beginning or the end of the texts of a user message, whoever wrote them. */
export function notesIn({ speaker, blocks }: IContent): readonly string[] {
  if (speaker !== 'human') return [];
  return blocks.flatMap((block) => (block.type === 'text' ? readNotes(block.text).notes : []));
}

/** What such a message says that notices it carries tell of dropped entries. */
export function noticesIn(entry: IContent): readonly DroppedNotice[] {
  return notesIn(entry).flatMap((note) => parseDroppedNotice(note) ?? []);
}

/** A text without the notes it begins or ends with. */
export function withoutNotes(text: string): string {
  if (typeof text !== 'string') return '';
  const { start, end } = readNotes(text);
  return text.slice(start, end);
}

interface ReadNotes {
  readonly notes: readonly string[];
  /** Where the text between the notes begins and ends. */
  readonly start: number;
  readonly end: number;
}

const NONE: readonly string[] = [];

/** A note is no longer than this, in UTF-16 units. */
const LONGEST_NOTE = 200;

/** Reads notes from both ends of a text, line by line; every other text costs two looks. */
function readNotes(text: unknown): ReadNotes {
  if (typeof text !== 'string') return { notes: NONE, start: 0, end: 0 };
  const first: string[] = [];
  const last: string[] = [];
  let start = 0;
  let end = text.length;
  while (start < end && text[start] === '[') {
    const lineBreak = text.slice(start, start + LONGEST_NOTE).indexOf('\n');
    const stop = lineBreak < 0 ? end : start + lineBreak;
    if (stop - start > LONGEST_NOTE || !isNote(text.slice(start, stop))) break;
    first.push(text.slice(start, stop));
    start = skipBreaks(text, stop, end);
  }
  while (end > start && text[end - 1] === ']') {
    const from = Math.max(start, end - LONGEST_NOTE);
    const lineBreak = text.slice(from, end).lastIndexOf('\n');
    if (lineBreak < 0 || !isNote(text.slice(from + lineBreak + 1, end))) break;
    last.unshift(text.slice(from + lineBreak + 1, end));
    end = from + lineBreak;
    if (text[end - 1] === '\n') end -= 1;
  }
  const notes = first.length + last.length === 0 ? NONE : [...first, ...last];
  return { notes, start, end: Math.max(start, end) };
}

/** A note stands in a paragraph of its own: at most one blank line belongs to it. */
function skipBreaks(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && at < from + 2 && text[at] === '\n') at += 1;
  return at;
}

function cutNote(text: string, note: string): string {
  if (text === note) return '';
  if (text.startsWith(`${note}\n`)) return text.slice(skipBreaks(text, note.length, text.length));
  const at = text.lastIndexOf(note);
  const before = text.slice(0, at).replace(/\n{1,2}$/, '');
  return `${before}${text.slice(at + note.length)}`;
}

function isNote(line: string): boolean {
  return isGapNote(line) || parseDroppedNotice(line) !== undefined;
}

function provenNotes(metadata: ContentMetadata | undefined): readonly string[] {
  const notes: unknown = metadata?.['notes'];
  return Array.isArray(notes) ? notes.filter((note) => typeof note === 'string') : NONE;
}
