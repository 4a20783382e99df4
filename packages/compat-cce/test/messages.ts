import type { Message } from '../src/index.ts';

let made = 0;

/** A message of a user, with an id nobody else has. */
export function say(content: string, more: Partial<Message> = {}): Message {
  made += 1;
  return { id: `m${made}`, index: made, role: 'user', content, ...more };
}
