import {
  parseGapMarker,
  type ContentBlock,
  type IContent,
  hasToolResult,
} from '@palimpsest/core-types';
import { isRecordEntry } from '../record/read-record.ts';
import { parseNoticeEntry, isGeneratedSnapshot } from './generated-entries.ts';

/** Returns whether an entry contains user text. Dropped notices, gap markers, snapshots, records and entries with only tool results do not. */
export function isHumanText(entry: IContent): boolean {
  if (entry.speaker !== 'human' || isNotice(entry) || isGeneratedSnapshot(entry)) return false;
  if (isRecordEntry(entry)) return false;
  const { blocks } = entry;
  // Media next to a result belongs to it.
  const hasResults = hasToolResult(entry);
  return (
    blocks.length === 0 ||
    blocks.some(({ type }) => {
      if (type === 'tool_response' || type === 'tool_call') return false;
      return type !== 'media' || !hasResults;
    })
  );
}

/** First line of a directives note. It reads like a heading of rules, so the rules apply even if the metadata is lost. */
export const DEMANDS_HEADING =
  "Rules from earlier messages, in the person's own words, word for word:";

/** Returns whether an entry is a user message other than a directives note, which is known by its first line: formats drop metadata. */
export function isRequest(entry: IContent): boolean {
  const [block] = entry.blocks;
  const text: unknown = block?.type === 'text' ? block.text : undefined;
  const isNote = typeof text === 'string' && text.startsWith(DEMANDS_HEADING);
  return isHumanText(entry) && !isNote;
}

/** A longer user message is mostly pasted data: strategies that shorten it treat it as ordinary text. In UTF-16 units. */
export const LONG_HUMAN_TEXT = 2_000;

/** Returns the length of the texts and code of an entry in UTF-16 units, to compare with `StrategyPlugin.longHumanText`. */
export function humanTextLength({ blocks }: IContent): number {
  let length = 0;
  for (const block of blocks) {
    const text = block.type === 'text' ? block.text : block.type === 'code' ? block.code : '';
    if (typeof text === 'string') length += text.length;
  }
  return length;
}

/** Returns whether an entry is only a gap marker or a dropped notice. Not proof: anyone can type one. */
export function isNotice(entry: IContent): boolean {
  return isGapMarker(entry) || parseNoticeEntry(entry) !== undefined;
}

/** Returns whether an entry is only a gap marker. */
export function isGapMarker({ blocks }: IContent): boolean {
  const [block] = blocks;
  return (
    blocks.length === 1 &&
    block?.type === 'text' &&
    typeof block.text === 'string' &&
    parseGapMarker(block.text) !== undefined
  );
}

/**
 * Returns the index of the assistant text that the newest user message replies to: "Yes, that works for me" has no meaning without it. Takes
 * the last entry before that message that is neither a user entry nor a notice. Returns -1 unless it is an assistant entry with only text,
 * code and reasoning.
 */
export function findAnswer(history: readonly IContent[]): number {
  const request = history.findLastIndex(isRequest);
  const index = history.findLastIndex(
    (entry, at) => at < request && entry.speaker !== 'human' && !isNotice(entry),
  );
  const entry = history[index];
  return entry?.speaker === 'ai' && entry.blocks.every(isTextOrReasoning) ? index : -1;
}

function isTextOrReasoning({ type }: ContentBlock): boolean {
  return type === 'text' || type === 'thinking' || type === 'code';
}
