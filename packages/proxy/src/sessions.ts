import { createAdapter, type Adapter } from '@palimpsest/adapter';
import type { SettingValues } from '@palimpsest/core-types';
import { openOriginals } from '@palimpsest/originals';
import { redactSecrets } from '@palimpsest/originals/secrets';
import { hideSecrets, type HiddenSecrets } from './hide-secrets.ts';
import type { ProxyOptions } from './proxy-options.ts';
import { HiddenExchanges } from './recall/hidden-exchanges.ts';
import { keepUnwritten, keepUnwrittenOriginals, createWriteObserver } from './unwritten.ts';

/** One session of an agent, and what the proxy knows of it. */
export interface Session {
  readonly id: string;
  readonly adapter: Adapter;
  readonly hidden: HiddenExchanges;
  /** Runs work that reads what was sent, for a request with these messages. */
  readonly during: HiddenSecrets['during'];
  /** Whether requests go out unchanged, because the provider refused a changed one and took the original. */
  isLeftAlone: boolean;
  /** Returns whether calls that would copy a marker of a compression are answered by an error. */
  readonly guards: () => boolean;
  /** Returns whether requests go out unchanged, for whatever reason. */
  readonly isOff: () => boolean;
  /** Context windows in tokens by model, where the provider said that it is smaller than expected. */
  readonly limits: Map<string | undefined, number>;
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
  const { compression = {} } = options;
  const observer = createWriteObserver(onError);
  const originals = options.originals && keepUnwrittenOriginals(options.originals, observer);
  const sessions = options.sessions && keepUnwritten(options.sessions, observer);
  const redaction = options.keepSecrets === true ? {} : { redact: redactSecrets };
  const { contextLimit } = compression;
  const known = new Map<string, Session>();
  const settings = (): SettingValues => {
    const { settings: given = {} } = compression;
    return typeof given === 'function' ? given() : given;
  };
  const start = (id: string): Session => {
    const limits: Session['limits'] = new Map();
    const state = { isLeftAlone: false, maxBytes: undefined };
    const secrets = sessions && options.keepSecrets !== true ? hideSecrets(sessions) : undefined;
    const store = secrets?.store ?? sessions;
    const during: HiddenSecrets['during'] = (messages, work) =>
      secrets?.during(messages, work) ?? work();
    return Object.assign(state, {
      id,
      adapter: createAdapter({
        ...compression,
        ...(originals && {
          originals: openOriginals(originals, { session: id, ...redaction }),
        }),
        ...(store && { session: { id, store } }),
        onError,
        // Each request names its window, which the provider may have corrected.
        settings: () => ({ ...settings(), 'context-limit': undefined }),
        contextLimit: () => undefined,
      }),
      limits,
      hidden: new HiddenExchanges(store && { id: `${id} recalls`, store }),
      during,
      onError,
      guards: () => settings()['compression.guard'] !== false,
      isOff: () => state.isLeftAlone || options.isOff?.(id) === true,
      window(model: string | undefined) {
        const usual = typeof contextLimit === 'function' ? contextLimit(model) : contextLimit;
        return limits.get(model) ?? Number(settings()['context-limit'] ?? usual ?? USUAL_WINDOW);
      },
    });
  };
  // Invalid options fail here, not in the first request.
  createAdapter({ ...compression, ...(sessions && { session: { id: 'check', store: sessions } }) });
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
