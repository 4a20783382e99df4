import type { IContent } from '@palimpsest/core-types';
import { isGeneratedContinuation, isGeneratedSnapshot } from '@palimpsest/history';
import { summarizeText } from '@palimpsest/summarizer';
import { snapshotText } from './compose-snapshot.ts';

/** Writes a summary without a model: the most relevant sentences of the user, the agent and earlier snapshots, and their names. */
export function writeByRules(entries: readonly IContent[], length: number): string {
  const texts: string[] = [];
  for (const entry of entries) {
    const { speaker, blocks } = entry;
    if ((speaker !== 'human' && speaker !== 'ai') || isGeneratedContinuation(entry)) continue;
    if (isGeneratedSnapshot(entry)) texts.push(snapshotText(entry));
    else for (const block of blocks) if (block.type === 'text') texts.push(block.text);
  }
  const { text, entities } = summarizeText(texts.join('\n\n'), length);
  const names = entities.length === 0 ? '' : `\n\nNames: ${entities.join(', ')}`;
  return `${text}${names}`.trim();
}
