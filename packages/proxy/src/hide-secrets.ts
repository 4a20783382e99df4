import { replaceSecrets } from '@palimpsest/originals/secrets';
import { messageDigest, type SessionStore } from '@palimpsest/originals/sessions';

/** A session store that never gets a secret. */
export interface HiddenSecrets {
  readonly store: SessionStore;
  /** Runs work that reads parts, whose secrets are in the messages of a request. */
  during<Value>(messages: readonly unknown[], work: () => Promise<Value>): Promise<Value>;
}

/** A line break that is escaped, or a piece of a private key: a compression can omit some of its lines, but no piece of another secret. */
const PIECES = /\\+[nrt]|[^\s\\]{12,}/g;

/** What stands for a secret or a piece of one in a store. */
const DIGEST = /\[secret (?<digest>[\da-f]{64})\]/g;

/**
 * Returns a store that puts a digest into parts for each secret of a known form. Secrets return when a part is read: this process knows them, and a
 * later one finds them in the messages, because each request has the whole conversation.
 */
export function hideSecrets(inner: SessionStore): HiddenSecrets {
  /** Hidden texts by digest. */
  const known = new Map<string, string>();
  /** Messages of requests, in which no secret was looked for yet. */
  const unread = new Set<readonly unknown[]>();

  const hideText = (text: string): string => {
    const digest = messageDigest(text);
    known.set(digest, text);
    return `[secret ${digest}]`;
  };
  const hidePiece = (piece: string): string => (piece.startsWith('\\') ? piece : hideText(piece));
  // A message can have the text of a digest, which must not become a secret when the part is read.
  const hide = (text: string): string =>
    replaceSecrets(text.replaceAll(DIGEST, hideText), (secret, kind) =>
      kind === 'private key' ? secret.replaceAll(PIECES, hidePiece) : hideText(secret),
    );
  const isUnknown = (text: string | undefined): boolean =>
    [...(text ?? '').matchAll(DIGEST)].some(({ groups }) => !known.has(groups!['digest']!));
  const reveal = (text: string | undefined): string | undefined =>
    text?.replaceAll(DIGEST, (shown: string, digest: string) => known.get(digest) ?? shown);

  return {
    store: {
      ...inner,
      async parts(session, ids) {
        const texts = await inner.parts(session, ids);
        if (texts.some(isUnknown)) {
          for (const messages of unread) hide(JSON.stringify(messages));
          unread.clear();
        }
        return texts.map(reveal);
      },
      commit: (session, version, change) =>
        inner.commit(session, version, {
          ...change,
          parts: change.parts.map(({ id, text }) => ({ id, text: hide(text) })),
        }),
    },
    async during(messages, work) {
      unread.add(messages);
      try {
        return await work();
      } finally {
        unread.delete(messages);
      }
    },
  };
}
