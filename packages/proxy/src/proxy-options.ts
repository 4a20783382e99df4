import type { AdapterOptions } from '@palimpsest/adapter';
import { OptionError, type UsageStats } from '@palimpsest/core-types';
import type { FormatName } from '@palimpsest/formats';
import type { OriginalsStore } from '@palimpsest/originals';
import type { SessionStore } from '@palimpsest/originals/sessions';
import type { Upstreams } from './routes.ts';

/** Tools that a proxy can offer. */
export const PROXY_TOOL_NAMES = [
  'recall',
  'search_history',
  'compact_context',
  'context_left',
  'describe_tool',
] as const;

export type ProxyToolName = (typeof PROXY_TOOL_NAMES)[number];

/** Options of a proxy. All are optional. */
export interface ProxyOptions {
  /** Base URLs of providers by name. They add to or replace `anthropic`, `openai` and `gemini`. Requests go to no other host. */
  readonly upstreams?: Upstreams;
  /** Options of compression: `contextLimit`, `settings`, `strategies`, and the others of every adapter. */
  readonly compression?: Omit<AdapterOptions, 'originals' | 'session' | 'onError' | 'onPrepared'>;
  /** Store of removed content. @default memory, as long as a session is known */
  readonly originals?: OriginalsStore;
  /**
   * Whether `originals` and `sessions` have the keys, tokens, private keys and passwords of messages. Otherwise a placeholder such as
   * `[secret: GitHub token]` stands for each in `originals`, also in what the model recalls, and a digest in `sessions`. In memory, nothing is
   * replaced.
   *
   * @default false
   */
  readonly keepSecrets?: boolean;
  /** Store of what was sent, so that a new process sends the same. Use `originals` that last as long. @default memory */
  readonly sessions?: SessionStore;
  /**
   * Tools to offer to models, whose calls the proxy answers. A request whose client has a tool of the same name is not offered it. The request
   * that answers `compact_context` is compressed, and so are later ones. With `describe_tool`, the descriptions of the client's tools are
   * shortened (`shortenTools` of `@palimpsest/adapter`), and the model can read the full ones.
   *
   * @default ['recall']
   */
  readonly tools?: readonly ProxyToolName[];
  /** A request of more bytes passes unread and unchanged. @default 64 MiB */
  readonly maxBodyBytes?: number;
  /** Number of requests at once; further ones get a 503. @default 512 */
  readonly maxRequests?: number;
  /** Number of sessions that are remembered. @default 128 */
  readonly maxSessions?: number;
  /** Called at the end of each request that belongs to a session. */
  readonly onRequest?: (report: RequestReport) => void;
  /** Called with the messages of each request of a session that was sent on. They have content: show them to nobody else. */
  readonly onMessages?: (messages: SentMessages) => void;
  /** Returns whether the requests of a session go out unchanged now. @default none do */
  readonly isOff?: (session: string) => boolean;
  /** Called with errors of compression; the request then goes out unchanged. */
  readonly onError?: (error: unknown) => void;
}

/** Calls in the responses to one request that copy a marker of a compression. */
interface CopiedMarks {
  /** Number of calls that were answered by an error: the client never saw them. */
  readonly stopped: number;
  /** Number of calls that the client got nevertheless: the model repeated it after two errors, or the provider did not take the error. */
  readonly passed: number;
}

/** What happened to a request. Has no content and no credentials. */
export interface RequestReport {
  readonly session: string;
  /** Name of the format: `anthropic`, `openai`, `openai-responses` or `gemini`. */
  readonly api: string;
  readonly model?: string;
  /** Status of the response. */
  readonly status: number;
  /** Size in bytes of the body that the client sent. */
  readonly bytesGiven: number;
  /** Size in bytes of all bodies that were sent on: each retry and each answer to hidden calls is one more. */
  readonly bytesSent: number;
  /** Estimated tokens of the request as the client sent it (by its size), and of the one that was sent on; absent if it was not planned. */
  readonly tokensGiven?: number;
  readonly tokensSent?: number;
  /** Whether messages differ from those of the client. */
  readonly isShortened: boolean;
  /** Number of calls of the proxy's tools that were answered. */
  readonly answeredCalls: number;
  /** Absent if there was none. */
  readonly copiedMarks?: CopiedMarks;
  /** Why more than one request was sent: the first was too long, or the provider refused what was changed and got the original. */
  readonly retried?: 'overflow' | 'refused';
  /** As the provider reported it. */
  readonly usage?: UsageStats;
}

/** The messages of a request, as the client has them and as they were sent on. */
export interface SentMessages {
  readonly session: string;
  /** Name of a conversation within the session, such as a subagent. */
  readonly conversation?: string;
  readonly format: FormatName;
  readonly given: readonly unknown[];
  readonly sent: readonly unknown[];
}

type OptionCheck = readonly [
  isValid: (value: unknown) => boolean,
  expected: string,
  /** Returns what is wrong in an invalid value. @default the whole value */
  findFault?: (value: unknown) => unknown,
];

const isTool = (value: unknown): boolean => PROXY_TOOL_NAMES.some((name) => name === value);

const COUNT: OptionCheck = [
  (value) => Number.isSafeInteger(value) && Number(value) >= 1,
  'a whole number of at least 1',
];
const FUNCTION: OptionCheck = [(value) => typeof value === 'function', 'a function'];
/** Checked where the option is used. */
const LATER: OptionCheck = [() => true, ''];

const CHECKS: Readonly<Record<keyof ProxyOptions, OptionCheck>> = {
  upstreams: LATER,
  compression: LATER,
  originals: [
    (value) => typeof Object(value).put === 'function',
    'a store, such as fileOriginals(directory)',
  ],
  keepSecrets: [(value) => typeof value === 'boolean', 'true or false'],
  sessions: LATER,
  tools: [
    (value) => Array.isArray(value) && value.every(isTool),
    `some of ${PROXY_TOOL_NAMES.join(', ')}`,
    (value) => (Array.isArray(value) ? value.find((item) => !isTool(item)) : value),
  ],
  maxBodyBytes: COUNT,
  maxRequests: COUNT,
  maxSessions: COUNT,
  onRequest: FUNCTION,
  onMessages: FUNCTION,
  isOff: FUNCTION,
  onError: FUNCTION,
};

/**
 * @param others names of options that are checked elsewhere
 * @throws {OptionError} for an unknown or invalid option
 */
export function checkOptions(options: ProxyOptions, others: readonly string[]): void {
  const names = [...Object.keys(CHECKS), ...others];
  for (const [name, value] of Object.entries(options)) {
    if (!names.includes(name))
      throw new OptionError('options', name, `some of ${names.join(', ')}`);
    const [isValid, expected, findFault] = CHECKS[name as keyof ProxyOptions] ?? LATER;
    if (value === undefined || isValid(value)) continue;
    throw new OptionError(name, findFault ? findFault(value) : value, expected);
  }
}
