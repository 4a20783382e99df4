import { createAdapter, type Adapter } from '@palimpsest/adapter';
import { openOriginals } from '@palimpsest/originals';
import type { ProxyOptions } from './proxy-options.ts';
import { HiddenExchanges } from './recall/hidden-exchanges.ts';

/** One session of an agent, and what the proxy knows of it. */
export interface Session {
  readonly id: string;
  readonly adapter: Adapter;
  readonly hidden: HiddenExchanges;
  /** Whether requests go out unchanged, because the provider refused a changed one and took the original. */
  isLeftAlone: boolean;
  /** Returns whether requests go out unchanged, for whatever reason. */
  readonly isOff: () => boolean;
  /** Context window in tokens, if the provider said that it is smaller than expected. */
  limit: number | undefined;
  /** Maximum bytes of a request, if the provider refused a larger one. */
  maxBytes: number | undefined;
  /** Called with errors of compression. Never throws. */
  readonly onError: (error: unknown) => void;
  /** Returns the context window of a model in tokens. */
  window(model: string | undefined): number;
}

/** Context window while nothing says another one: the default of the setting `context-limit`. */
const USUAL_WINDOW = 200_000;

export function createSessions(
  options: ProxyOptions,
  most: number,
  onError: (error: unknown) => void,
): {
  /** Returns a session. Forgets the least recently used one beyond the limit. */
  get(id: string): Session;
  /** Returns a session that had requests; `undefined` for another one. */
  known(id: string): Session | undefined;
} {
  const { compression = {}, originals, sessions: store } = options;
  const { contextLimit } = compression;
  const known = new Map<string, Session>();
  const start = (id: string): Session => {
    const session: Session = {
      id,
      adapter: createAdapter({
        ...compression,
        ...(originals && { originals: openOriginals(originals, { session: id }) }),
        ...(store && { session: { id, store } }),
        onError,
        contextLimit: (model) => session.window(model),
      }),
      hidden: new HiddenExchanges(store && { id: `${id} recalls`, store }),
      onError,
      isLeftAlone: false,
      isOff: () => session.isLeftAlone || options.isOff?.(id) === true,
      limit: undefined,
      maxBytes: undefined,
      window(model) {
        const usual = typeof contextLimit === 'function' ? contextLimit(model) : contextLimit;
        return session.limit ?? usual ?? USUAL_WINDOW;
      },
    };
    return session;
  };
  // Invalid options fail here, not in the first request.
  start('check');
  return {
    known: (id) => known.get(id),
    get(id) {
      const session = known.get(id) ?? start(id);
      known.delete(id);
      known.set(id, session);
      const [oldest] = known.keys();
      if (known.size > most && oldest !== undefined) known.delete(oldest);
      return session;
    },
  };
}
