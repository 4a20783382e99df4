import type { IContent } from '@palimpsest/core-types';
import { GAP } from './grammar.ts';
import { personAnswer } from './person-answers.ts';
import { readRecordEntry } from './read-record.ts';

/** A part of a text of a user message. */
export interface TextSegment {
  readonly text: string;
  /** Whether the program of the agent put it there, not a person. */
  readonly isInjected: boolean;
}

/** Tags around text that coding agents add to user messages. */
const TAGS =
  'system-reminder|command-(?:name|message|args|contents)|local-command-(?:stdout|stderr|caveat)|task-notification|bash-(?:input|stdout|stderr)|user-prompt-submit-hook|environment_context|session_context|user_instructions|ide_(?:opened_file|selection)|new-diagnostics';
const OPEN_TAG = new RegExp(`<(${TAGS})>`, 'g');

/** How whole texts of agents begin. */
const OPENINGS =
  /^\s*(?:\[Request interrupted by user|Caveat: The messages below were generated|Base directory for this skill: |This session is being continued from a previous conversation)/;

/**
 * Splits a text of a user message into what a person wrote and what the program of the agent added: reminders, expanded commands, skills.
 */
export function splitInjectedText(text: string): readonly TextSegment[] {
  if (OPENINGS.test(text)) return [{ text, isInjected: true }];
  if (!text.includes('</')) return [{ text, isInjected: false }];
  const segments: TextSegment[] = [];
  let from = 0;
  const add = (end: number, isInjected: boolean): void => {
    const part = text.slice(from, end);
    if (part.trim() !== '') segments.push({ text: part, isInjected });
    from = end;
  };
  /** Tags that are not closed any more: each is searched for once. */
  const unclosed = new Set<string>();
  for (const { index, 1: tag = '' } of text.matchAll(OPEN_TAG)) {
    if (index < from || unclosed.has(tag)) continue;
    const closing = `</${tag}>`;
    const end = text.indexOf(closing, index);
    if (end < 0) {
      unclosed.add(tag);
      continue;
    }
    add(index, false);
    let next = end + closing.length;
    while (/\s/.test(text.charAt(next))) next += 1;
    add(next, true);
  }
  add(text.length, false);
  return segments.length === 0 ? [{ text, isInjected: false }] : segments;
}

/**
 * Returns the texts that people wrote in an entry: its own, those that a record repeats, and what people said in tool results (answers to
 * questions of an agent, reasons of rejections).
 */
export function personTexts(entry: IContent): readonly string[] {
  const record = readRecordEntry(entry);
  if (record !== undefined) {
    return record.items.flatMap(({ kind, lines }) =>
      kind === 'person' ? [lines.map((line) => (line === GAP ? '…' : line)).join('\n')] : [],
    );
  }
  return entry.blocks.flatMap((block) => {
    if (block.type === 'tool_response') return personAnswer(block) ?? [];
    if (entry.speaker !== 'human' || block.type !== 'text' || typeof block.text !== 'string')
      return [];
    return splitInjectedText(block.text).flatMap(({ text, isInjected }) =>
      isInjected ? [] : [text],
    );
  });
}
