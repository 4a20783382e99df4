import { replaceSecrets } from '@palimpsest/originals/secrets';
import { messageDigest, type SessionStore } from '@palimpsest/originals/sessions';

/** A session store that never gets a secret. */
export interface HiddenSecrets {
  readonly store: SessionStore;
  /** Runs work that reads parts, whose secrets are in the messages of a request. */
  during<Value>(messages: readonly unknown[], work: () => Promise<Value>): Promise<Value>;
}

/** Pieces of a secret, such as the lines of a private key, of which a compression can omit some; or an escaped line break between them. */
const PIECES = /(?<escaped>\\+[nrt])|[^\s\\]{12,}/g;

/** What stands for a piece in a store. */
const DIGEST = /\[secret (?<digest>[\da-f]{64})\]/g;

/**
 * Returns a store that puts a digest into parts for each secret of a known form. Secrets return when a part is read: this process knows them, and a
 * later one finds them in the messages, because each request has the whole conversation.
 */
export function hideSecrets(inner: SessionStore): HiddenSecrets {
  /** Pieces of secrets by digest. */
  const known = new Map<string, string>();
  const requests = new Set<readonly unknown[]>();

  const hidePiece = (piece: string, escaped: string | undefined): string => {
    if (escaped !== undefined) return piece;
    const digest = messageDigest(piece);
    known.set(digest, piece);
    return `[secret ${digest}]`;
  };
  const hide = (text: string): string =>
    replaceSecrets(text, (secret) => secret.replaceAll(PIECES, hidePiece));
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
          for (const messages of requests) hide(JSON.stringify(messages));
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
      requests.add(messages);
      try {
        return await work();
      } finally {
        requests.delete(messages);
      }
    },
  };
}
