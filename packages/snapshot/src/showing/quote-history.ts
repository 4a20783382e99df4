import type { IContent } from '@palimpsest/core-types';
import { isGeneratedContinuation, isGeneratedSnapshot } from '@palimpsest/history';
import { showBlock } from './show-block.ts';
import { visible } from './visible.ts';

/** One entry in words, not framed yet. */
export interface RenderedEntry {
  /** Place in the part that is summarized, counted from 1. */
  readonly number: number;
  readonly speaker: IContent['speaker'];
  readonly text: string;
}

/** The entries of a history as a model is shown them. What we wrote ourselves before is no part of it: it is handed over apart. */
export function renderHistory(history: readonly IContent[]): RenderedEntry[] {
  const shown: RenderedEntry[] = [];
  for (const [index, entry] of history.entries()) {
    if (isGeneratedSnapshot(entry) || isGeneratedContinuation(entry)) continue;
    const parts: string[] = [];
    for (const block of entry.blocks) {
      const part = showBlock(block);
      if (part !== undefined && part !== '') parts.push(part);
    }
    if (parts.length === 0) continue;
    const text = visible(parts.join('\n'));
    shown.push({ number: index + 1, speaker: entry.speaker, text });
  }
  return shown;
}

/** Entries as quoted data: each under a mark of the frame, with its number and who speaks. */
export function quoteEntries(entries: readonly RenderedEntry[], mark: string): string {
  const lines: string[] = [];
  for (const { number, speaker, text } of entries) lines.push(`${mark} ${number} ${speaker}`, text);
  return quote('history', lines.join('\n'), mark);
}

/** A text as quoted data, between a line that opens it and one that closes it. */
export function quote(name: string, text: string, mark: string): string {
  return `${mark} begin ${name}\n${text}\n${mark} end ${name}`;
}
