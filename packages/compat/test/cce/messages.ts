import type { Message } from '../../src/cce.ts';
import { prose } from './texts.ts';

let made = 0;

/** Creates a user message with a unique id. */
export function say(content: string, more: Partial<Message> = {}): Message {
  made += 1;
  return { id: `m${made}`, index: made, role: 'user', content, ...more };
}

/** Creates messages whose roles alternate, so that none are merged. */
export function talk(length: number): Message[] {
  return Array.from({ length }, (_, number) =>
    say(prose(number), { role: number % 2 === 0 ? 'user' : 'assistant' }),
  );
}
