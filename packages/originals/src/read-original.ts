import { makeBinary } from './binary.ts';
import type { OriginalsStore } from './originals-store.ts';
import { sha256 } from './sha256.ts';
import type { Found } from './slots.ts';
import { TAG } from './write-original.ts';

/** Prefixes of stored texts: whether `JSON.parse` alone restores the message, and whether it was redacted. */
const KINDS = ['json', 'json-redacted', 'tagged', 'tagged-redacted'] as const;

/** Parses a stored text. Returns `undefined` if `writeOriginal` did not write it. */
export function readOriginal(
  text: string,
): { readonly message: unknown; readonly isRedacted: boolean } | undefined {
  const colon = text.indexOf(':');
  const kind = KINDS.find((known) => known === text.slice(0, Math.max(colon, 0)));
  if (kind === undefined) return undefined;
  try {
    const parsed: unknown = JSON.parse(text.slice(colon + 1));
    return {
      message: kind.startsWith('tagged') ? untag(parsed) : parsed,
      isRedacted: kind.endsWith('-redacted'),
    };
  } catch {
    return undefined;
  }
}

/** Replaces tagged members by the values they represent, in place and without recursion. */
function untag(parsed: unknown): unknown {
  const root = [parsed];
  const open: {
    readonly holder: Record<string | number, unknown>;
    readonly key: string | number;
  }[] = [];
  const fill: (() => void)[] = [];
  const visit = (holder: object, keys: Iterable<string | number>): void => {
    for (const key of keys) open.push({ holder: holder as Record<string | number, unknown>, key });
  };
  visit(root, [0]);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const value = next.holder[next.key];
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) {
      visit(value, value.keys());
      continue;
    }
    const keys = Object.keys(value);
    const [key] = keys;
    if (keys.length !== 1 || key === undefined || !key.startsWith(TAG)) {
      visit(value, keys);
      continue;
    }
    const name = key.slice(TAG.length);
    const held: unknown = Reflect.get(value, key);
    if (name === 'Object' && typeof held === 'object' && held !== null) {
      next.holder[next.key] = held;
      visit(held, Object.keys(held));
    } else if ((name === 'Map' || name === 'Set') && Array.isArray(held)) {
      visit(held, held.keys());
      const collection = name === 'Map' ? new Map() : new Set();
      next.holder[next.key] = collection;
      fill.push(() => fillCollection(collection, held));
    } else next.holder[next.key] = leafOf(name, held);
  }
  // Keys of maps may be tagged values, so collections are filled last.
  for (const run of fill) run();
  return root[0];
}

function fillCollection(collection: Map<unknown, unknown> | Set<unknown>, held: unknown[]): void {
  for (let index = 0; index < held.length; index += collection instanceof Map ? 2 : 1) {
    if (collection instanceof Map) collection.set(held[index], held[index + 1]);
    else collection.add(held[index]);
  }
}

function leafOf(name: string, held: unknown): unknown {
  if (name === 'undefined') return undefined;
  if (name === 'Date') return new Date(typeof held === 'number' ? held : Number.NaN);
  if (typeof held === 'string') {
    if (name === 'number') return Number(held);
    if (name === 'bigint') return BigInt(held);
    if (name === 'URL') return URL.canParse(held) ? new URL(held) : held;
    const binary = makeBinary(name, held);
    if (binary !== undefined) return binary;
  }
  throw new SyntaxError(`Unknown tag ${name}`);
}

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
