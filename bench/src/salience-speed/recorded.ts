import { readLines } from '../retention/corpus-lines.ts';

interface Message {
  readonly role: string;
}

/** Returns recorded coding sessions, joined to one history of about the given size of JSON. */
export function joinedSessions(bytes: number): string {
  const joined: string[] = [];
  let size = 2;
  for (const { messages } of readLines<{ readonly messages: readonly Message[] }>(
    'coding-claude-code.jsonl.gz',
  )) {
    for (const message of messages) {
      if (message.role === 'system' && joined.length > 0) continue;
      const text = JSON.stringify(message);
      joined.push(text);
      size += text.length + 1;
    }
    if (size >= bytes) break;
  }
  return `[${joined.join(',')}]`;
}
