import {
  mediaPlaceholder,
  parseGapMarker,
  type ContentBlock,
  type IContent,
  type ToolCallBlock,
} from '@palimpsest/core-types';
import {
  carriedDirectives,
  isGeneratedContinuation,
  isGeneratedNotice,
  isGeneratedSnapshot,
  parseNoticeEntry,
} from '../entries/generated-entries.ts';
import type { RecordItem } from './grammar.ts';
import { personAnswer } from './person-answers.ts';
import { splitInjectedText, type TextSegment } from './person-texts.ts';
import { readRecordEntry } from './read-record.ts';

/** What wrote a text that no person wrote: the agent of the conversation, a model that summarized it, or the program that runs the agent. */
export type TextSource = 'agent' | 'model' | 'program' | 'tool' | 'system';

/** One part of an entry, as a record presents it. */
export type EntryPart =
  /** What a person wrote, or the line of a picture or document of theirs. */
  | { readonly kind: 'person'; readonly text: string; readonly origin: PartOrigin }
  /** A text that someone else wrote, with the title of its step. */
  | {
      readonly kind: 'text';
      readonly title: string;
      readonly source: TextSource;
      readonly text: string;
      readonly origin: PartOrigin;
    }
  /** A step without a text, and the lines that stand for its media. */
  | { readonly kind: 'step'; readonly title: string; readonly media: readonly string[] }
  | { readonly kind: 'call'; readonly call: ToolCallBlock }
  /** An item of an earlier record. */
  | { readonly kind: 'item'; readonly item: RecordItem };

/** Where a part comes from. */
interface PartOrigin {
  /** Index of its block. */
  readonly block: number;
  /** An object that stays the same while the text does: a key for caches. */
  readonly owner: object;
  /** Whether the text is a picture or document, as a line. */
  readonly isMedia: boolean;
}

/** Returns what a record says of an entry, in order. Results belong to their calls, except what people said in them; reasoning is left out. */
export function partsOfEntry(entry: IContent): readonly EntryPart[] {
  if (isGeneratedContinuation(entry)) return [];
  // Anyone can type a notice: only a generated one is not a person's text.
  if (isGeneratedNotice(entry)) {
    const { dropped } = parseNoticeEntry(entry)!;
    return [{ kind: 'step', title: `Left out ${dropped} earlier messages`, media: [] }];
  }
  const record = readRecordEntry(entry);
  const items = record?.items.map((item): EntryPart => ({ kind: 'item', item })) ?? [];
  const others = entry.blocks.flatMap((block, at) => {
    // The first block is the text of the record, which has the lines of the media that follow.
    const isSaid = record !== undefined && (at === 0 || block.type === 'media');
    return isSaid ? [] : partsOfBlock(entry, block, at);
  });
  return [...items, ...others];
}

function partsOfBlock(entry: IContent, block: ContentBlock, at: number): readonly EntryPart[] {
  switch (block.type) {
    case 'text':
      return partsOfText(entry, block, block.text, at);
    case 'code':
      return partsOfText(entry, block, block.code, at);
    case 'media': {
      const text = mediaPlaceholder(block);
      const origin = { block: at, owner: block, isMedia: true };
      return entry.speaker === 'human'
        ? [{ kind: 'person', text, origin }]
        : [{ kind: 'step', title: 'Received', media: [text] }];
    }
    case 'tool_call':
      return [{ kind: 'call', call: block }];
    case 'tool_response': {
      const text = personAnswer(block);
      if (text === undefined) return [];
      return [{ kind: 'person', text, origin: { block: at, owner: block, isMedia: false } }];
    }
    case 'opaque':
      if (block.belongsToCalls === true) return [];
      return [{ kind: 'step', title: `Received ${block.kind}`, media: [] }];
    default:
      return [];
  }
}

const segments = new WeakMap<ContentBlock, readonly TextSegment[]>();

function partsOfText(
  entry: IContent,
  block: ContentBlock,
  text: string,
  at: number,
): readonly EntryPart[] {
  const isMarkerAlone = entry.blocks.length === 1 && parseGapMarker(text) !== undefined;
  if (text.trim() === '' || isMarkerAlone) return [];
  const origin = { block: at, owner: block, isMedia: false };
  const { speaker } = entry;
  if (speaker === 'ai') return [{ kind: 'text', title: 'Said', source: 'agent', text, origin }];
  if (speaker !== 'human')
    return [{ kind: 'text', title: 'Received', source: speaker, text, origin }];
  if (isGeneratedSnapshot(entry)) {
    const said = carriedDirectives(entry).map((directive): EntryPart => {
      return { kind: 'person', text: directive.text, origin: { ...origin, owner: directive } };
    });
    return [{ kind: 'text', title: 'A model summarized', source: 'model', text, origin }, ...said];
  }
  let known = segments.get(block);
  if (known === undefined) segments.set(block, (known = splitInjectedText(text)));
  return known.map((owner): EntryPart => {
    const own = { ...origin, owner };
    return owner.isInjected
      ? {
          kind: 'text',
          title: 'The agent program added',
          source: 'program',
          text: owner.text,
          origin: own,
        }
      : { kind: 'person', text: owner.text, origin: own };
  });
}
