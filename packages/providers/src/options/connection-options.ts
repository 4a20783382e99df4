/** A key, or a function that is asked for it before every request. */
export type ApiKey = string | (() => string | undefined | Promise<string | undefined>);

/** What every connection over HTTP can be told. */
export interface ConnectionOptions {
  /** Name of the model, as its provider writes it. */
  readonly model: string;
  /** Needed at the provider's own address; optional where `baseUrl` is given. */
  readonly apiKey?: ApiKey | undefined;
  /** Where the API is; the path of its method is added, a query stays. */
  readonly baseUrl?: string | undefined;
  /** Name in errors and metadata. @default the kind of the provider */
  readonly name?: string | undefined;
  /** Sent with every request, over those of the protocol. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Most tokens of an answer, where the request does not say. @default the provider's own */
  readonly maxOutputTokens?: number | undefined;
  /** Members of the request's body, merged last: `temperature` and the like. `undefined` takes one out. */
  readonly extraBody?: Readonly<Record<string, unknown>> | undefined;
  /** Milliseconds without a byte after which a request ends. @default 120_000 */
  readonly timeoutMs?: number | undefined;
  /** Requests made again after a transient failure. @default 2 */
  readonly maxRetries?: number | undefined;
  /** Milliseconds before the first retry; doubled with each, 8 s at most, less up to a half by chance. @default 500 */
  readonly retryDelayMs?: number | undefined;
  /** Longest wait a provider may ask for, in milliseconds; a longer one ends at once. @default 30_000 */
  readonly maxRetryAfterMs?: number | undefined;
  /** From 0 to 1, for the waits. @default Math.random */
  readonly random?: (() => number) | undefined;
  /** @default the global one, at the time of the request */
  readonly fetch?: typeof fetch | undefined;
}

export const CONNECTION_OPTIONS: readonly (keyof ConnectionOptions)[] = [
  'model',
  'apiKey',
  'baseUrl',
  'name',
  'headers',
  'maxOutputTokens',
  'extraBody',
  'timeoutMs',
  'maxRetries',
  'retryDelayMs',
  'maxRetryAfterMs',
  'random',
  'fetch',
];
