import { contentText, type ChatMessage } from '../chat-message.ts';
import { wordsOf } from './words.ts';

/** Returns how rare a word is among conversations, from 0 to about 4. */
export type Rarity = (stem: string) => number;

/** Minimum weight of a word that distinguishes sentences. */
export const RARE = 1;

const MAX_WEIGHT = 4;

/** Weighs words by the number of conversations in which a user or the agent writes them. */
export function rarityAmong(conversations: Iterable<readonly ChatMessage[]>): Rarity {
  const conversationsWith = new Map<string, number>();
  let count = 0;
  for (const messages of conversations) {
    const stems = new Set<string>();
    for (const message of messages) {
      if (message.role !== 'user' && message.role !== 'assistant') continue;
      for (const { stem } of wordsOf(contentText(message))) stems.add(stem);
    }
    for (const stem of stems) conversationsWith.set(stem, (conversationsWith.get(stem) ?? 0) + 1);
    count += 1;
  }
  const scale = count > 1 ? MAX_WEIGHT / Math.log((count + 1) / 2) : MAX_WEIGHT;
  const known = new Map<string, number>();
  return (stem) => {
    const weight =
      known.get(stem) ??
      Math.max(0, Math.log((count + 1) / (1 + (conversationsWith.get(stem) ?? 0))) * scale);
    known.set(stem, weight);
    return weight;
  };
}

export function weigh(stems: Iterable<string>, rarity: Rarity): number {
  let weight = 0;
  for (const stem of stems) weight += rarity(stem);
  return weight;
}
