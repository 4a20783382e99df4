import type { ChatMessage } from '../src/retention/chat-message.ts';

/** Creates a user message. */
export function user(content: string): ChatMessage {
  return { role: 'user', content };
}

/** Creates a tool result. */
export function result(id: string, content: string): ChatMessage {
  return { role: 'tool', tool_call_id: id, content };
}

/** Creates a message with one tool call. */
export function call(id: string, parameters: unknown): ChatMessage {
  const made = { name: 'edit', arguments: JSON.stringify(parameters) };
  return {
    role: 'assistant',
    content: null,
    tool_calls: [{ id, type: 'function', function: made }],
  };
}

/** Creates forty exchanges on as many files, with results of very different length. */
export function session(): ChatMessage[] {
  const messages: ChatMessage[] = [
    { role: 'system', content: 'Be brief.' },
    user(`Tidy up. ${'x'.repeat(50)}`),
  ];
  for (let at = 0; at < 40; at += 1) {
    const path = `src/part_${at}/file${at}.ts`;
    messages.push(
      { ...call(`c${at}`, { path, text: `line of ${path}\n`.repeat(5) }), reasoning_content: path },
      result(
        `c${at}`,
        `${path} is open\n${`const value${at} = ${at};\n`.repeat(1 + (at % 7) * 9)}`,
      ),
    );
  }
  return messages;
}
