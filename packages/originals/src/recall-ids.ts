import { SHORT_ID_LENGTH } from './manifest.ts';
import { OriginalsError } from './originals-error.ts';
import type { Originals } from './originals.ts';

/** Maximum position of a tool result that an id can address: a marker has space for four digits. */
const MAX_POSITION = 9_999;

/**
 * Creates a lookup of recall ids: `1f0c9a3e` for the first tool result of a message, or its text, `1f0c9a3e.2` for the second result.
 * `position` is 1-based. The lookup returns `undefined` for a position above 9,999 and for a message that cannot be stored losslessly:
 * saving it reports the error. Hashes each message once.
 *
 * @param contentOf returns the content of a message that is stored. @default the message
 */
export function createRecallIds<Message extends object>(
  originals: Pick<Originals, 'idOf'>,
  contentOf: (message: Message) => unknown = (message) => message,
): (message: Message, position: number) => string | undefined {
  const ids = new WeakMap<Message, string | undefined>();
  const shortIdOf = (message: Message): string | undefined => {
    try {
      return originals.idOf(contentOf(message)).slice(0, SHORT_ID_LENGTH);
    } catch (error) {
      if (OriginalsError.isInstance(error) && error.code === 'NOT_KEEPABLE') return undefined;
      throw error;
    }
  };
  return (message, position) => {
    if (position > MAX_POSITION) return undefined;
    if (!ids.has(message)) ids.set(message, shortIdOf(message));
    const id = ids.get(message);
    return id === undefined || position === 1 ? id : `${id}.${position}`;
  };
}
