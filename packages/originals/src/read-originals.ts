import type { OriginalsStore } from './originals-store.ts';
import { readOriginal } from './read-original.ts';
import { sha256 } from './sha256.ts';
import type { Found } from './slots.ts';

/** Fetches originals with one request. The returned function parses an original anew at each call, so its results share no objects. */
export async function readOriginals(
  store: OriginalsStore,
  session: string,
  ids: Iterable<string>,
): Promise<(id: string) => Found> {
  const wanted = [...new Set(ids)];
  const texts = wanted.length === 0 ? [] : await store.get(session, wanted);
  const byId = new Map(wanted.map((id, index) => [id, texts[index]]));
  const sound = new Set<string>();
  return (id) => {
    const text = byId.get(id);
    if (typeof text !== 'string') return 'absent';
    if (!sound.has(id) && sha256(text) !== id) return 'corrupt';
    sound.add(id);
    const original = readOriginal(text);
    if (original === undefined) return 'corrupt';
    const { message, isRedacted } = original;
    return { kind: 'message', message, origin: isRedacted ? 'redacted' : 'original' };
  };
}
