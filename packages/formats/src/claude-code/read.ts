import type { ContentBlock, ContentMetadata, IContent } from '@palimpsest/core-types';
import { anthropicTable } from '../anthropic/table.ts';
import { PendingCalls, nameResponses } from '../framework/call-ids.ts';
import { timestampOf, type LogSlice } from '../framework/log-format.ts';
import { readEntry, syntheticMetadata } from '../framework/native.ts';
import type { Turn } from '../framework/format-table.ts';
import { readTurn, splitTurn } from '../framework/read-messages.ts';
import { findConversation } from './conversation.ts';
import { messageOf, type ClaudeCodeRecord } from './record.ts';

type ClaudeCodeSlice = LogSlice<ClaudeCodeRecord>;

interface OpenEntry {
  readonly id: unknown;
  readonly turn: number;
  readonly records: ClaudeCodeRecord[];
  readonly blocks: ContentBlock[];
}

export function readLog(records: readonly ClaudeCodeRecord[]): IContent[] {
  const names = new PendingCalls();
  const history: IContent[] = [];
  let open: OpenEntry | undefined;
  // Results of calls whose response may go on after them.
  let results: IContent[] = [];
  const close = (): void => {
    if (open !== undefined) history.push(readAnswer(open));
    for (const result of results) history.push(result);
    open = undefined;
    results = [];
  };
  for (const position of findConversation(records)) {
    const record = records[position]!;
    const message = messageOf(record);
    const turn = readTurn(anthropicTable, message, position, 'claude-code');
    if (turn.speaker !== 'ai') {
      const read = readUser(record, nameResponses(turn, names, position));
      if (read.every(({ speaker }) => speaker === 'tool')) {
        results.push(...read);
        continue;
      }
      close();
      history.push(...read);
      continue;
    }
    // One model response is logged block by block, and results of its parallel calls may stand between them.
    if (open === undefined || message.id === undefined || open.id !== message.id) {
      close();
      open = { id: message.id, turn: position, records: [], blocks: [] };
    }
    open.records.push(record);
    for (const block of nameResponses(turn, names, open.turn).blocks) open.blocks.push(block);
  }
  close();
  return history;
}

function readAnswer({ records, blocks }: OpenEntry): IContent {
  const slice: ClaudeCodeSlice = { records };
  const [first] = records;
  const metadata = first === undefined ? undefined : metadataOf(first);
  const facts = { speaker: 'ai', blocks, metadata } as const;
  return readEntry(facts, { format: 'claude-code', message: slice });
}

function readUser(record: ClaudeCodeRecord, turn: Turn): IContent[] {
  const slice: ClaudeCodeSlice = { records: [record] };
  return splitTurn('claude-code', slice, { ...turn, metadata: metadataOf(record) });
}

function metadataOf(record: ClaudeCodeRecord): ContentMetadata | undefined {
  const { model } = messageOf(record);
  const metadata: ContentMetadata = {
    ...(typeof record.uuid === 'string' ? { id: record.uuid } : {}),
    ...timestampOf(record),
    ...(typeof model === 'string' ? { model } : {}),
    ...(record.isCompactSummary === true ? { isSummary: true } : {}),
    ...syntheticMetadata(record),
  };
  return Object.keys(metadata).length > 0 ? metadata : undefined;
}
