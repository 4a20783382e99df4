/** Anthropic messages as a session log has them: a record for each, linked to the one before it, with other records between them. */
export function asRecords(messages: readonly object[]): object[] {
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
      timestamp: `2026-01-01T00:${String(index % 60).padStart(2, '0')}:00.000Z`,
      isSidechain: index % 11 === 10,
      ...(index % 7 === 6 ? { toolUseResult: { stdout: 'the same once more' } } : {}),
      message,
    });
    if (index % 5 === 4) records.push({ type: 'summary', summary: 'It went on.', leafUuid: uuid });
    parentUuid = uuid;
  }
  return records;
}
