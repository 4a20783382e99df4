import type { IContent } from '@palimpsest/core-types';
import { makeSnapshot } from '@palimpsest/history';
import { FACTS_KEY } from './facts/facts-key.ts';
import type { SnapshotFacts } from './facts/snapshot-facts.ts';
import { writeFacts } from './facts/write-facts.ts';

export interface SnapshotParts {
  /** What a model wrote, or what was found without one. */
  readonly text: string;
  readonly writtenBy: 'model' | 'rules';
  readonly facts: SnapshotFacts;
  readonly transcriptPath?: string | undefined;
}

/** The entry that stands for what was summarized: what was written of it, and behind that what cannot get lost. */
export function composeSnapshot({
  text,
  writtenBy,
  facts,
  transcriptPath,
}: SnapshotParts): IContent {
  const messages = facts.entries === 1 ? '1 earlier message' : `${facts.entries} earlier messages`;
  const how = writtenBy === 'model' ? 'written by a model' : 'put together without a model';
  const sections = [
    `[Summary of ${messages}, ${how}. They are no longer shown; the work goes on from here.]`,
    ...(text === '' ? [] : [`<state_snapshot>\n${text}\n</state_snapshot>`]),
    ...writeFacts(facts, transcriptPath),
  ];
  return makeSnapshot(sections.join('\n\n').toWellFormed(), { [FACTS_KEY]: facts, writtenBy });
}

/** What a snapshot says without its facts, which are carried apart. */
export function snapshotText({ blocks }: IContent): string {
  const text = blocks.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
  const start = text.indexOf('<state_snapshot>');
  const end = text.lastIndexOf('</state_snapshot>');
  return start >= 0 && end > start
    ? text.slice(start + '<state_snapshot>'.length, end).trim()
    : text;
}
