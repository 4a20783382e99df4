import type { FormatName } from '@palimpsest/formats';

/** The format of what the records of a log hold; every other format itself. */
export function shapeOf(format: FormatName): Exclude<FormatName, 'claude-code' | 'codex'> {
  if (format === 'claude-code') return 'anthropic';
  return format === 'codex' ? 'openai-responses' : format;
}

/** Messages as a format keeps them: those of a log in its records, all others as they are. */
export function inRecords(messages: object[], format: FormatName): object[] {
  if (format === 'claude-code') return asRecords(messages);
  return format === 'codex' ? asCodexRecords(messages) : messages;
}

/** Anthropic messages as a session log has them: a record for each, linked to the one before it, with other records between them. */
function asRecords(messages: readonly object[]): object[] {
  const records: object[] = [];
  let parentUuid: string | null = null;
  for (const [index, message] of messages.entries()) {
    const uuid = `record-${index}`;
    const { role } = message as { readonly role?: unknown };
    // A log keeps what was said, not the instructions.
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

/** Items of the Responses API as a log of Codex has them, with other records between them. */
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
