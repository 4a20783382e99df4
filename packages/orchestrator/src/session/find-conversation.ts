/** Numbers of given items and of history entries that correspond, so that a conversation can branch there. */
export type Mark = readonly [given: number, history: number];

/** A conversation that a request may continue. Its items are messages of a framework, or digests of entries. */
export interface KnownConversation<Item> {
  /** All items as the host gave them. */
  readonly given: readonly Item[];
  /** The items that the host passes next if it keeps what was sent; absent if equal to `given`. */
  readonly sent?: readonly Item[] | undefined;
  /** In order. */
  readonly marks: readonly Mark[];
}

/** How items relate to a known conversation. `from` is the number of items that they share. */
export type Found<Known> = { readonly conversation: Known; readonly from: number } & (
  | {
      /** The items begin with all that the host gave (`given`), or with all that was sent (`sent`). */
      readonly kind: 'given' | 'sent';
    }
  | {
      /** They begin with a part of the given items, up to the newest mark in it, and continue differently. */
      readonly kind: 'forks';
      readonly mark: Mark;
    }
);

/** Finds the conversation that covers most of the leading items; of several, the last. */
export function findConversation<Item, Known extends KnownConversation<Item>>(
  conversations: readonly Known[],
  items: readonly Item[],
  isSame: (known: Item, given: Item) => boolean,
): Found<Known> | undefined {
  let best: Found<Known> | undefined;
  for (const conversation of conversations.toReversed()) {
    const found = match(conversation, items, isSame);
    if (found !== undefined && found.from > (best?.from ?? 0)) best = found;
  }
  return best;
}

function match<Item, Known extends KnownConversation<Item>>(
  conversation: Known,
  items: readonly Item[],
  isSame: (known: Item, given: Item) => boolean,
): Found<Known> | undefined {
  const { given, sent = [], marks } = conversation;
  const countShared = (known: readonly Item[]): number => {
    const end = known.findIndex((item, at) => at >= items.length || !isSame(item, items[at]!));
    return end < 0 ? known.length : end;
  };
  const shared = countShared(given);
  if (shared > 0 && shared === given.length) return { kind: 'given', conversation, from: shared };
  if (sent.length > 0 && countShared(sent) === sent.length)
    return { kind: 'sent', conversation, from: sent.length };
  const mark = marks.findLast(([own]) => own <= shared && own > 0);
  return mark && { kind: 'forks', conversation, from: mark[0], mark };
}
