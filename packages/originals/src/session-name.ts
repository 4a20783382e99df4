import { badOption, OriginalsError } from './originals-error.ts';
import { sha256 } from './sha256.ts';

const MAX_NAME_LENGTH = 256;

/**
 * Returns the key of a session for stores: safe as a file name and as part of a key, also if letter case is ignored, and different for
 * each name. Its beginning stays readable.
 *
 * @throws {OriginalsError} `BAD_SESSION` when the name is empty, longer than 256 UTF-16 units or not well-formed
 */
export function sessionKey(name: string): string {
  if (
    typeof name !== 'string' ||
    name === '' ||
    name.length > MAX_NAME_LENGTH ||
    !name.isWellFormed()
  ) {
    const seen = typeof name === 'string' ? `text of ${name.length} characters` : typeof name;
    throw new OriginalsError(
      `session: expected well-formed text of 1 to ${MAX_NAME_LENGTH} characters, got ${seen}. ` +
        'Name it after its owner, such as a user and a conversation.',
      'BAD_SESSION',
    );
  }
  const readable = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 32)
    .replace(/^-|-$/g, '');
  return `${readable === '' ? 's' : readable}-${sha256(name).slice(0, 40)}`;
}

/**
 * Returns a `sessionKey` result. Stores put no other text into a key.
 *
 * @throws {OriginalsError} `BAD_OPTION` for another text
 */
export function checkedSessionKey(session: string): string {
  if (/^[a-z0-9-]{1,40}-[0-9a-f]{40}$/.test(session)) return session;
  throw badOption('session', session, 'a name made by openOriginals');
}
