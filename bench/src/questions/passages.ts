import { contentText, type ChatMessage } from '../retention/chat-message.ts';
import { contentWords, sharedWords, wordsOf } from './words.ts';

/** What a search finds: a message, or a part of a long one. */
export interface Passage {
  readonly words: readonly string[];
  readonly content: ReadonlySet<string>;
}

/** Nobody gains by putting everything into one message. */
const LONGEST = 100;

/** The passages of a history, in its order. */
export function passagesOf(messages: readonly ChatMessage[]): Passage[] {
  const passages: Passage[] = [];
  for (const message of messages) {
    const words = wordsOf(contentText(message));
    for (let start = 0; start < words.length; start += LONGEST) {
      const part = words.slice(start, start + LONGEST);
      passages.push({ words: part, content: contentWords(part.join(' ')) });
    }
  }
  return passages;
}

/** So many content words two texts must share at least: with fewer, anything stems from anything. */
const FEWEST = 4;

/**
 * Whether a passage stems from one of some messages, by its words alone, as outputs say in many ways or not at all what they were made
 * of: it holds at least half of a message's content words, or at least four fifths of its own stand there. Of uncompressed meetings that
 * misses one in five passages of the evidence, mostly of a few words, and is wrong about one in 250 of the others.
 */
export function stemsFrom({ content }: Passage, messages: readonly ReadonlySet<string>[]): boolean {
  return messages.some((words) => {
    const shared = sharedWords(content, words).size;
    return shared >= FEWEST && (shared >= words.size * 0.5 || shared >= content.size * 0.8);
  });
}
