import type { IContent } from '@palimpsest/core-types';
import { SNAPSHOT_FACTS, createSnapshotEntry } from '@palimpsest/engine/history';
import { withoutTags } from './parse-response.ts';
import { type SnapshotFacts, writeFacts } from './snapshot-facts.ts';

export interface SnapshotParts {
  readonly text: string;
  readonly writtenBy: 'model' | 'rules';
  readonly facts: SnapshotFacts;
  readonly transcriptPath?: string | undefined;
}

/** Creates the snapshot entry: the summary text, then the facts that must not get lost. */
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
    ...(text === '' ? [] : [`${OPEN}${withoutTags(text)}${CLOSE}`]),
    ...writeFacts(facts, transcriptPath),
  ];
  return createSnapshotEntry(sections.join('\n\n').toWellFormed(), { [SNAPSHOT_FACTS]: facts });
}

/**
 * Returns the summary text of a snapshot without its facts, which are in the metadata. The opening tag counts only at its fixed position and
 * the first closing tag ends the text: tags in user text, paths or commands do not count.
 */
export function snapshotText({ blocks }: IContent): string {
  const text = blocks.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
  const start = text.indexOf('\n\n') + 2;
  const end = text.indexOf(CLOSE, start);
  return text.startsWith(OPEN, start) && end >= 0 ? text.slice(start + OPEN.length, end) : text;
}

const OPEN = '<state_snapshot>\n';
const CLOSE = '\n</state_snapshot>';
