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

/** Puts Anthropic messages into records of a session log: one each, linked to the previous one, with other records between them. */
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
    return index % 5 === 4 ? [record, note] : [record];
  });
  return [meta, ...records];
}

function time(index: number): string {
  return `2026-01-01T00:${String(index % 60).padStart(2, '0')}:00.000Z`;
}
