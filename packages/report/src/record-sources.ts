import type { ContentBlock, IContent, ToolCallBlock } from '@palimpsest/core-types';
import {
  GAP,
  partsOfEntry,
  type EntryPart,
  type ExchangeIndex,
  type RecordItem,
} from '@palimpsest/engine/history';
import { defaultToolTaxonomy, describeStep, shortNames } from '@palimpsest/engine/tools';
import { readBlocks } from './block-texts.ts';

/** Where a text of a history stands. */
interface SourceText {
  readonly title: string;
  readonly text: string;
  /** Position of its entry, and of its block. */
  readonly entry: number;
  readonly block: number;
}

/** Something that a report can tell: what a person wrote, what was said, or a call with its result. */
export interface RecordSource {
  /** How the title of its step may begin; none if no report tells it. */
  readonly heads: readonly string[];
  /** Arguments of its call that stand below the title, and what they are called there. */
  readonly written: string;
  readonly labels: readonly string[];
  /** What came back; of a text, the text. */
  readonly result: string;
  /** What is not told, such as reasoning, then the arguments, then the result. */
  readonly texts: readonly SourceText[];
  /** Position of the text with the arguments, or with all that was written. */
  readonly main: number;
}

const NOTHING: RecordSource = {
  heads: [],
  written: '',
  labels: [],
  result: '',
  texts: [],
  main: 0,
};

/** The line of a step between what was written and what came back. */
export const RESULT = 'result:';

/** The head of what a person wrote. No step begins so. */
export const PERSON_HEAD = '\n';

/** A history, and the tool calls of each entry that has some. */
export interface CallIndex {
  readonly history: readonly IContent[];
  readonly calls: ReadonlyMap<number, ExchangeIndex['exchanges'][number]['calls']>;
}

/** Returns what a report can tell of the entries from `from` and before `to`, in order. A result belongs to its call. */
export function listSources(
  { history, calls }: CallIndex,
  from: number,
  to: number,
): RecordSource[] {
  const read = (entry: number, block: number): SourceText => {
    const { title, text } = readBlocks([history[entry]!.blocks[block]!])[0]!;
    return { title, text, entry, block };
  };
  const told = new Set<ContentBlock>();
  for (let at = from; at < to; at += 1) {
    for (const { response } of calls.get(at) ?? [])
      if (response !== undefined && response.entry < to) told.add(response.response);
  }
  return history.slice(from, to).flatMap(({ blocks, ...entry }, offset) => {
    const at = from + offset;
    const parts = partsOfEntry({ ...entry, blocks });
    const untold = blocks.flatMap((block, place) => {
      const isTold = block.type !== 'thinking' && block.type !== 'tool_response';
      return told.has(block) || (isTold && parts.length > 0) ? [] : [read(at, place)];
    });
    const own = new Map(calls.get(at)?.map((ref) => [ref.call, ref]));
    const sources = parts.map((part): RecordSource => {
      if (part.kind !== 'call') return sourceOfText(part, at);
      const { block, response } = own.get(part.call)!;
      const result =
        response !== undefined && response.entry < to
          ? read(response.entry, response.block)
          : undefined;
      return sourceOfCall(part.call, read(at, block), result);
    });
    if (untold.length === 0) return sources;
    const [first = NOTHING, ...others] = sources;
    const { texts } = first;
    return [{ ...first, texts: [...untold, ...texts], main: untold.length }, ...others];
  });
}

function sourceOfText(part: Exclude<EntryPart, { kind: 'call' }>, entry: number): RecordSource {
  const { head, text, block = 0 } = readPart(part);
  const title = head === PERSON_HEAD ? 'text' : head;
  return { ...NOTHING, heads: [head], result: text, texts: [{ title, text, entry, block }] };
}

function readPart(part: Exclude<EntryPart, { kind: 'call' }>): {
  readonly head: string;
  readonly text: string;
  readonly block?: number;
} {
  switch (part.kind) {
    case 'person':
      return { head: PERSON_HEAD, text: part.text, block: part.origin.block };
    case 'text':
      return { head: part.title, text: part.text, block: part.origin.block };
    case 'step':
      return { head: part.title, text: part.media.join('\n') };
    default:
      return { head: headOfItem(part.item), text: textOfItem(part.item) };
  }
}

function headOfItem(item: RecordItem): string {
  return item.kind === 'person' ? PERSON_HEAD : item.title.replace(/:$/, '');
}

/** Returns the lines of an item of a report, with the signs of gaps. */
export function linesOfItem({ lines }: RecordItem): string[] {
  return lines.map((line) => (line === GAP ? '…' : line));
}

/** Returns an item of a report as a text, with its title. */
export function textOfItem(item: RecordItem): string {
  const lines = linesOfItem(item);
  return (item.kind === 'person' ? lines : [item.title, ...lines]).join('\n');
}

function sourceOfCall(
  { name, parameters }: ToolCallBlock,
  call: SourceText,
  result: SourceText | undefined,
): RecordSource {
  const use = defaultToolTaxonomy.describe(name, parameters);
  const { verb, object, details, path, texts } = describeStep(name, parameters, use);
  // A path that was named before is shortened.
  const names = [object, ...(path === object ? shortNames(path) : [])];
  const heads = names.map((own) => {
    if (own === '') return details === '' ? verb : `${verb} with ${details}`;
    return `${verb} ${own}${details === '' ? '' : `, ${details}`}`;
  });
  return {
    ...NOTHING,
    heads,
    written: texts.map(({ text }) => text).join('\n'),
    labels: texts.map(({ label }) => label),
    result: result?.text ?? '',
    texts: result === undefined ? [call] : [call, result],
  };
}
