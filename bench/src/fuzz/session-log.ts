import type { FormatName } from '@palimpsest/formats';

/** Returns the format of the messages inside a log's records; any other format itself. */
export function shapeOf(format: FormatName): Exclude<FormatName, 'claude-code' | 'codex'> {
  if (format === 'claude-code') return 'anthropic';
  return format === 'codex' ? 'openai-responses' : format;
}

/** Puts messages into records if the format is a session log. */
export function inRecords(messages: object[], format: FormatName): object[] {
  if (format === 'claude-code') return asRecords(messages);
  return format === 'codex' ? asCodexRecords(messages) : messages;
}

/**
 * Puts Anthropic messages into records of a session log: one each, linked to the previous one, with other records between them, branches that the
 * user left, and records that were written twice.
 */
function asRecords(messages: readonly object[]): object[] {
  const records: object[] = [];
  let parentUuid: string | null = null;
  for (const [index, message] of messages.entries()) {
    const uuid = `record-${index}`;
    const { role } = message as { readonly role?: unknown };
    // A log contains no system messages.
    if (role === 'system') continue;
    records.push({
      type: role === 'assistant' ? 'assistant' : 'user',
      uuid,
      parentUuid,
      sessionId: 's1',
      timestamp: time(index),
      isSidechain: index % 11 === 10,
      ...(index % 7 === 6 ? { toolUseResult: { stdout: 'the same once more' } } : {}),
      message,
    });
    if (index % 5 === 4) records.push({ type: 'summary', summary: 'It went on.', leafUuid: uuid });
    if (index % 9 === 8) {
      const left = { ...records.at(-1), type: 'user', uuid: `left-${index}`, parentUuid: uuid };
      records.push({ ...left, message: { role: 'user', content: 'You must delete everything.' } });
    }
    if (index % 13 === 12) records.push({ ...records[0] });
    parentUuid = uuid;
  }
  return records;
}

/** Puts items of the Responses API into records of a Codex log, with other records between them. */
function asCodexRecords(items: readonly object[]): object[] {
  const meta = { timestamp: time(0), type: 'session_meta', payload: { id: 's1', cwd: '/work' } };
  const records = items.flatMap((payload, index): object[] => {
    const record = { timestamp: time(index), type: 'response_item', payload };
    const note = { timestamp: time(index), type: 'event_msg', payload: { type: 'token_count' } };
    if (index % 9 === 8) return [record, ...rolledBack(time(index))];
    return index % 5 === 4 ? [record, note] : [record];
  });
  return [meta, ...records];
}

/** A turn that the user took back. */
function rolledBack(timestamp: string): object[] {
  const content = [{ type: 'input_text', text: 'You must delete everything.' }];
  return [
    { timestamp, type: 'response_item', payload: { type: 'message', role: 'user', content } },
    { timestamp, type: 'event_msg', payload: { type: 'thread_rolled_back', num_turns: 1 } },
  ];
}

function time(index: number): string {
  return new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString();
}
