import { digest } from './digest.ts';
import { idText, roleOf, textOf, type Message } from './message.ts';
import { readProvenance } from './provenance.ts';

/**
 * Returns a function that assigns keys to the originals of one call: the id if it is unambiguous, otherwise the id and a digest of the
 * message. An id is ambiguous when several messages have it, when an input message already names an original by it (so that merging the stores
 * of several rounds overwrites nothing), or when it is `__proto__`, which a plain object cannot hold safely.
 */
export function storeKeys(messages: readonly Message[]): (message: Message) => string {
  const claimed = new Set<string>(['__proto__']);
  const ids = new Map<string, number>();
  for (const message of messages) {
    const id = idText(message);
    ids.set(id, (ids.get(id) ?? 0) + 1);
    for (const key of claimedKeys(message)) claimed.add(key);
  }
  const given = new Set<string>();
  const copies = new Map<string, number>();
  return (message) => {
    const id = idText(message);
    if (ids.get(id) === 1 && !claimed.has(id)) {
      given.add(id);
      return id;
    }
    const base = `${id}#${digest([typeof message.id, roleOf(message) ?? '', textOf(message)])}`;
    let copy = copies.get(base) ?? 0;
    let key: string;
    do {
      copy += 1;
      key = copy === 1 ? base : `${base}.${copy}`;
    } while (ids.has(key) || claimed.has(key) || given.has(key));
    copies.set(base, copy);
    given.add(key);
    return key;
  };
}

function* claimedKeys(message: Message): Iterable<string> {
  const claim = readProvenance(message);
  if (claim === undefined) return;
  yield* claim.ids;
  yield* claim.earlier_ids ?? [];
}
