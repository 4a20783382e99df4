import type { IContent } from '@palimpsest/core-types';
import { isGeneratedContinuation, isGeneratedSnapshot } from '@palimpsest/history';
import { showBlock } from './show-block.ts';
import { visible } from './visible.ts';

/** An entry as text, not quoted yet. */
export interface RenderedEntry {
  /** Position in the summarized part, from 1. */
  readonly number: number;
  readonly speaker: IContent['speaker'];
  readonly text: string;
}

/** Renders entries for the summary model. Skips generated snapshots and continuations: snapshots are quoted separately. */
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

/** Quotes entries, each after a line with the delimiter, its number and its speaker. */
export function quoteEntries(entries: readonly RenderedEntry[], mark: string): string {
  const lines: string[] = [];
  for (const { number, speaker, text } of entries) lines.push(`${mark} ${number} ${speaker}`, text);
  return quote('history', lines.join('\n'), mark);
}

/** Quotes a text between an opening and a closing line. */
export function quote(name: string, text: string, mark: string): string {
  return `${mark} begin ${name}\n${text}\n${mark} end ${name}`;
}
