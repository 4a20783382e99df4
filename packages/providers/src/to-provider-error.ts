import { ProviderError, type ProviderErrorDetails } from './provider-error.ts';

export interface FailedRequest {
  readonly provider: string;
  /** Counted from 1. */
  readonly attempt: number;
  /** Texts that no error may contain; `undefined` if they are unknown. */
  readonly secrets: readonly string[] | undefined;
  /** Whether the response had begun. */
  readonly hasBegun: boolean;
}

type Fields = Readonly<Record<string, unknown>>;
type Failure = Omit<ProviderErrorDetails, 'provider' | 'attempts'> & {
  /** What happened; the provider is the subject. */
  readonly event: string;
  /** Text from outside this package. */
  readonly words?: string | undefined;
};

/** Thrown where this package itself finds that a response fails. */
export class ResponseError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.event);
    this.failure = failure;
  }
}

export const CUT = {
  code: 'STREAM_CUT',
  event: 'ended its response early',
  isTransient: true,
} as const;
const UNREACHABLE = {
  code: 'UNREACHABLE',
  event: 'could not be reached',
  isTransient: true,
} as const;
const NETWORK_CODE = /^(?:E[A-Z_]{3,}|UND_ERR_\w+|Connection[A-Z]\w+)$/;
const MALFORMED = /^AI_(?:JSONParse|TypeValidation|InvalidResponseData)Error$/;
/** Names of transient errors, in lowercase letters. */
const TRANSIENT =
  /overload|ratelimit|slowdown|exhausted|unavailable|timeout|deadline|aborted|internal|servererror|apierror/;
/** An account without credit answers 429, and keeps doing so. */
const PERMANENT = /insufficientquota|billing/;
const MAX_WORDS = 300;

/**
 * Returns what a model threw, or put into its stream, as a `ProviderError`. The original does not become its cause, because it may hold the
 * request and its headers.
 */
export function toProviderError(error: unknown, request: FailedRequest): ProviderError {
  const { provider, attempt: attempts, secrets = [] } = request;
  const { event, words, ...failure } = describeFailure(error, request);
  const { retryAfterMs } = failure;
  const type = toLine(failure.type, secrets);
  const explanation = toLine(words, secrets);
  const message = [
    `${provider} ${event}`,
    type === '' ? '' : ` (${type})`,
    retryAfterMs === undefined ? '' : ` and asks to wait ${retryAfterMs / 1_000} s`,
    attempts > 1 ? ` (${attempts} attempts)` : '',
    explanation === '' ? '' : `: ${explanation}`,
  ];
  const details = { ...failure, type: type === '' ? undefined : type, provider, attempts };
  return new ProviderError(message.join(''), details);
}

function describeFailure(error: unknown, { hasBegun, secrets }: FailedRequest): Failure {
  const causes = listCauses(error);
  const known = causes.find((cause) => cause instanceof ResponseError);
  if (known !== undefined) return known.failure;
  const fields = fieldsOf(error);
  const { name, message, statusCode: status, data } = fields;
  const isCall = name === 'AI_APICallError';
  if (isCall && typeof status === 'number' && (status < 200 || status > 299)) {
    return describeStatus(fields, status, secrets !== undefined);
  }
  const codes = causes.map((cause) => textOf(fieldsOf(cause)['code']));
  const networkCode = codes.find((code) => NETWORK_CODE.test(code ?? ''));
  if (isCall || networkCode !== undefined) {
    const isCut = hasBegun || status !== undefined;
    return { ...(isCut ? CUT : UNREACHABLE), words: networkCode };
  }
  // How the AI SDK reports a stream without an end.
  if (name === 'AI_InvalidResponseDataError' && data === undefined) return CUT;
  const words = textOf(message);
  if (name === 'AI_LoadAPIKeyError') {
    return { code: 'NO_API_KEY', event: 'needs a key', isTransient: false, words };
  }
  if (MALFORMED.test(String(name))) {
    return { code: 'BAD_STREAM', event: 'sent a malformed response', isTransient: false, words };
  }
  if (error instanceof Error) {
    // `fetch` quotes an invalid header in its TypeError.
    const shown = error instanceof TypeError ? undefined : words;
    const isTransient = error.name === 'TimeoutError' || fields['isRetryable'] === true;
    return { code: 'MODEL_ERROR', event: `failed with ${error.name}`, isTransient, words: shown };
  }
  const { type, names } = readNames(error);
  // The request was accepted, so an error without a name is the server's.
  const isTransient = !PERMANENT.test(names) && (names === '' || TRANSIENT.test(names));
  const event = 'answered with an error';
  return { code: 'MODEL_ERROR', event, isTransient, type, words: messageOf(error) };
}

function describeStatus(call: Fields, status: number, knowsSecrets: boolean): Failure {
  const text = textOf(call['responseBody'])?.trim() ?? textOf(call['message']);
  const body = parseJson(text);
  const { type, names } = readNames(body);
  // A provider may quote the key that it rejects.
  const mayQuoteKey = !knowsSecrets && (status === 401 || status === 403);
  // The page of a gateway explains nothing in one line.
  const words =
    messageOf(body) ?? (body === undefined && !text?.startsWith('<') ? text : undefined);
  const retries = call['isRetryable'] === true || status === 425;
  return {
    code: 'HTTP_STATUS',
    event: `${shownUrl(call['url'])}answered with status ${status}`,
    isTransient: !PERMANENT.test(names) && (retries || (status === 400 && TRANSIENT.test(names))),
    status,
    type,
    words: mayQuoteKey ? undefined : words,
    retryAfterMs: readRetryAfter(fieldsOf(call['responseHeaders']), text),
  };
}

/** Returns the name of an error that a provider sent, and all its names in lowercase letters. */
function readNames(error: unknown): { readonly type: string | undefined; readonly names: string } {
  const { type, status, code } = fieldsOf(fieldsOf(error)['error'] ?? error);
  const all = [type, status, code].map(textOf).filter((name) => name !== undefined);
  const names = all
    .join(' ')
    .toLowerCase()
    .replaceAll(/[^a-z ]/g, '');
  return { type: all[0], names };
}

function messageOf(error: unknown): string | undefined {
  const { error: inner, detail, message } = fieldsOf(error);
  const found = [fieldsOf(inner)['message'], inner, detail, message, error];
  return found.map(textOf).find((text) => text !== undefined);
}

/** Returns how long a provider asks to wait, in milliseconds: by its headers, or by a `RetryInfo` of Gemini. */
function readRetryAfter(headers: Fields, body: string | undefined): number | undefined {
  const milliseconds = readNumber(headers['retry-after-ms']);
  if (milliseconds !== undefined) return Math.ceil(milliseconds);
  const after = headers['retry-after'];
  const delay = /"retryDelay":\s?"([\d.]{1,12})s"/.exec(body ?? '')?.[1];
  const seconds = readNumber(after) ?? readNumber(delay);
  if (seconds !== undefined) return Math.ceil(seconds * 1_000);
  const date = Date.parse(textOf(after) ?? '');
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

function readNumber(value: unknown): number | undefined {
  const text = textOf(value)?.trim() ?? '';
  return /^\d{1,12}(?:\.\d{1,9})?$/.test(text) ? Number(text) : undefined;
}

/** Returns where a request went: without user, password and query. */
function shownUrl(value: unknown): string {
  try {
    const { protocol, host, pathname } = new URL(String(value));
    return `at ${protocol}//${host}${pathname} `;
  } catch {
    return '';
  }
}

/** Returns a text as one line without secrets, control characters and whatever is past 300 characters. */
function toLine(text: string | undefined, secrets: readonly string[]): string {
  let shown = text ?? '';
  for (const secret of secrets) {
    const encoded = encodeURIComponent(secret.toWellFormed());
    for (const form of [secret, encoded]) shown = shown.replaceAll(form, '[redacted]');
  }
  const line = shown.replaceAll(/[\p{C}\s]+/gu, ' ').trim();
  return line.length > MAX_WORDS ? `${line.slice(0, MAX_WORDS).toWellFormed()}…` : line;
}

/** Returns an error and its causes; a cycle ends. */
function listCauses(error: unknown): unknown[] {
  const causes: unknown[] = [];
  for (let next = error; next !== undefined && causes.length < 5; next = fieldsOf(next)['cause']) {
    causes.push(next);
  }
  return causes;
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
