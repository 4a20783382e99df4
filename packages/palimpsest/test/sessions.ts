/** Creates a session in OpenAI chat format: a request, then `calls` reads of 50 lines each. */
export function readingSession(calls: number): Record<string, unknown>[] {
  const messages: Record<string, unknown>[] = [
    { role: 'system', content: 'You are careful.' },
    { role: 'user', content: 'Find the bug.' },
  ];
  for (let call = 0; call < calls; call += 1) {
    const id = `call_${call}`;
    const parameters = JSON.stringify({ path: `src/file-${call}.ts` });
    messages.push({
      role: 'assistant',
      content: null,
      tool_calls: [
        { id, type: 'function', function: { name: 'read_file', arguments: parameters } },
      ],
    });
    messages.push({ role: 'tool', tool_call_id: id, content: 'const a = 1;\n'.repeat(50) });
  }
  return messages;
}
