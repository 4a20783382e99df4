import { copyJson } from './copy-json.ts';
import { OriginalsError } from './originals-error.ts';
import type { OriginalsStore, StoredOriginal } from './originals-store.ts';
import { sha256 } from './sha256.ts';

/** Called for every text of a message before it is stored; member names are not passed. */
export type Redact = (text: string) => string;

/**
 * Returns a message in its stored form: its JSON, with members in their original order, so that it can be restored byte for byte.
 *
 * @throws {OriginalsError} `NOT_KEEPABLE` when the message is not JSON of at most 100 levels
 */
export function writeOriginal(message: unknown, redact?: Redact): string {
  let isRedacted = false;
  const mapText = (text: string): string => {
    const cleaned: unknown = redact === undefined ? text : redact(text);
    if (typeof cleaned !== 'string') {
      throw new OriginalsError(
        'A message cannot be stored: `redact` returned no text.',
        'NOT_KEEPABLE',
      );
    }
    if (cleaned !== text) isRedacted = true;
    return cleaned;
  };
  const json = JSON.stringify(copyJson(message, { mapText })) ?? 'null';
  return `${isRedacted ? 'json-redacted' : 'json'}:${json}`;
}

/**
 * Returns a message in its stored form, with its id.
 *
 * @throws {OriginalsError} `NOT_KEEPABLE` when the message is not JSON of at most 100 levels
 */
export function toStored(message: unknown, redact: Redact | undefined): StoredOriginal {
  const text = writeOriginal(message, redact);
  return { id: sha256(text), text };
}

interface ReadOriginal {
  readonly message: unknown;
  readonly isRedacted: boolean;
}

/** An original from the store, or the reason why it is missing. */
export type Found = ReadOriginal | 'absent' | 'corrupt';

/** Parses a stored text. Returns `undefined` if `writeOriginal` did not write it. */
export function readOriginal(text: string): ReadOriginal | undefined {
  const [, redacted, json] = /^json(-redacted)?:(.*)$/s.exec(text) ?? [];
  if (json === undefined) return undefined;
  try {
    return { message: JSON.parse(json) as unknown, isRedacted: redacted !== undefined };
  } catch {
    return undefined;
  }
}

/** Parses the text that a store returned for an id. Returns `undefined` if it is missing or damaged. */
export function readStored(id: string, text: string | undefined): ReadOriginal | undefined {
  return text === undefined || sha256(text) !== id ? undefined : readOriginal(text);
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
    return readOriginal(text) ?? 'corrupt';
  };
}
