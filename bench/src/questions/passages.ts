import { contentText, type ChatMessage } from '../retention/chat-message.ts';
import { contentWords, sharedWords, wordsOf } from './words.ts';

/** Unit of the search: a message, or a part of a long one. */
export interface Passage {
  readonly words: readonly string[];
  readonly content: ReadonlySet<string>;
}

/** Maximum number of words in a passage: putting everything into one message must not improve the score. */
const MAX_PASSAGE_WORDS = 100;

/** Returns the passages of a history, in order. */
export function passagesOf(messages: readonly ChatMessage[]): Passage[] {
  const passages: Passage[] = [];
  for (const message of messages) {
    const words = wordsOf(contentText(message));
    for (let start = 0; start < words.length; start += MAX_PASSAGE_WORDS) {
      const part = words.slice(start, start + MAX_PASSAGE_WORDS);
      passages.push({ words: part, content: contentWords(part.join(' ')) });
    }
  }
  return passages;
}

/** Minimum number of content words that two texts share: with fewer, every passage would match. */
const MIN_SHARED_WORDS = 4;

/**
 * Returns whether a passage comes from one of the messages. Only words count, because outputs name their sources differently or not at all: it
 * has at least half of a message's content words, or at least four fifths of the passage's content words occur there. In uncompressed meetings
 * this misses one in five passages of the evidence, mostly very short ones, and is wrong for about one in 250 others.
 */
export function stemsFrom({ content }: Passage, messages: readonly ReadonlySet<string>[]): boolean {
  return messages.some((words) => {
    const shared = sharedWords(content, words).size;
    return (
      shared >= MIN_SHARED_WORDS && (shared >= words.size * 0.5 || shared >= content.size * 0.8)
    );
  });
}
