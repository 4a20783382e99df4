import { checkMessages } from './check-messages.ts';
import { clonePlain } from './clone-plain.ts';
import type { Message } from './message.ts';
import { proves, readProvenance, type Kept } from './provenance.ts';
import { originalsIn, type VerbatimStore } from './verbatim-store.ts';

export interface UncompressOptions {
  /** Also puts back what the originals themselves stand for, down to the first round. @default false */
  recursive?: boolean | undefined;
}

export interface UncompressResult {
  messages: Message[];
  /** Messages that were replaced by their originals, in all rounds together. */
  messages_expanded: number;
  /** Messages that the last round left as they are. Without `recursive` there is one round. */
  messages_passthrough: number;
  /** Keys a message refers to and the store has nothing for, or something else than what was taken out. */
  missing_ids: string[];
}

/**
 * Puts back the originals of messages that `compress` replaced: one round of them, or with `recursive` all.
 *
 * A message is replaced when the store holds what it stands for. Where the store lacks some of it, what is there is put back; where it has
 * nothing, or something else under the same keys, the message stays. `missing_ids` names what was not there. Originals are handed out as
 * copies, in linear time, whatever the metadata claim.
 *
 * @param store `verbatim`, several merged, a `Map`, or a function from key to original that answers at once
 * @throws {InvalidInputError} for messages, a store or options of another kind
 */
export function uncompress(
  messages: readonly Message[],
  store: VerbatimStore,
  options: UncompressOptions | null = {},
): UncompressResult {
  checkMessages(messages);
  const find = originalsIn(store);
  const isRecursive = options?.recursive === true;
  const restored: Message[] = [];
  const missing = new Set<string>();
  const opened = new Set<string>();
  // Of each message in `restored`, the round in which it was found; of the last expansion, the round.
  const rounds: number[] = [];
  let lastRound = 0;
  let expanded = 0;
  // Newest last, so that the next one is on top.
  const waiting: { message: Message; key?: string; round: number }[] = messages
    .map((message) => ({ message, round: 0 }))
    .toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { message, key, round } = next;
    const originals = mayOpen(key) ? originalsOf(message, find, missing) : undefined;
    if (originals === undefined) {
      restored.push(key === undefined ? message : clonePlain(message));
      rounds.push(round);
      continue;
    }
    expanded += 1;
    lastRound = Math.max(lastRound, round);
    for (const kept of originals.toReversed())
      waiting.push({ message: kept.original, key: kept.key, round: round + 1 });
  }
  return {
    messages: restored,
    messages_expanded: expanded,
    messages_passthrough: rounds.filter((round) => round <= lastRound).length,
    missing_ids: [...missing],
  };

  /** An original is taken for a summary once at most: metadata that refer to each other in circles end here. */
  function mayOpen(key: string | undefined): boolean {
    if (key === undefined) return true;
    if (!isRecursive || opened.has(key)) return false;
    opened.add(key);
    return true;
  }
}

/** What a message stands for, as far as the store has it; undefined where the message has to stay. */
function originalsOf(
  message: Message,
  find: (key: string) => Message | undefined,
  missing: Set<string>,
): readonly Kept[] | undefined {
  const claim = readProvenance(message);
  if (claim === undefined) return undefined;
  const found: Kept[] = [];
  for (const key of claim.ids) {
    const original = find(key);
    if (original !== undefined) found.push({ key, original });
  }
  const isProved = found.length > 0 && proves(claim, message, found);
  const put = new Set(isProved ? found.map(({ key }) => key) : []);
  for (const key of claim.ids) if (!put.has(key)) missing.add(key);
  return isProved ? found : undefined;
}
