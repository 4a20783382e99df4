import type { Message } from '../src/index.ts';

let made = 0;

/** Creates a user message with a unique id. */
export function say(content: string, more: Partial<Message> = {}): Message {
  made += 1;
  return { id: `m${made}`, index: made, role: 'user', content, ...more };
}
