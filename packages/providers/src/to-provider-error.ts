import { ProviderError, type ProviderErrorDetails } from './provider-error.ts';

interface FailedRequest {
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
  /** A predicate with the provider as its subject: `sent a web page`. */
  readonly event: string;
  /** Message of the provider or of the AI SDK. */
  readonly explanation?: string | undefined;
};

/** A failure that this package itself detects in a response. */
export class ResponseError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.event);
    this.failure = failure;
  }
}

export const INTERRUPTED_RESPONSE = {
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
/** Names of permanent errors, in lowercase letters: an account without credit gets status 429 again and again. */
const PERMANENT = /insufficientquota|billing/;
/** In UTF-16 units: an error message stays one line of a log. */
const MAX_EXPLANATION_LENGTH = 300;

/**
 * Converts an error that a model threw, or sent in its stream, to a `ProviderError`. The original does not become its cause, because it may hold the
 * request and its headers.
 */
export function toProviderError(error: unknown, request: FailedRequest): ProviderError {
  const { provider, attempt: attempts, secrets = [] } = request;
  const { event, explanation: rawExplanation, ...failure } = describeFailure(error, request);
  const { retryAfterMs } = failure;
  const type = toLine(failure.type, secrets);
  const explanation = toLine(rawExplanation, secrets);
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
  const thrownHere = causes.find((cause) => cause instanceof ResponseError);
  if (thrownHere !== undefined) return thrownHere.failure;
  const fields = toFields(error);
  const { name, message, statusCode: status, data } = fields;
  const isCall = name === 'AI_APICallError';
  if (isCall && typeof status === 'number' && (status < 200 || status > 299)) {
    return describeStatus(fields, status, secrets !== undefined);
  }
  const codes = causes.map((cause) => nonEmptyText(toFields(cause)['code']));
  const networkCode = codes.find((code) => NETWORK_CODE.test(code ?? ''));
  if (isCall || networkCode !== undefined) {
    const isInterrupted = hasBegun || status !== undefined;
    return { ...(isInterrupted ? INTERRUPTED_RESPONSE : UNREACHABLE), explanation: networkCode };
  }
  // How the AI SDK reports a stream without an end.
  if (name === 'AI_InvalidResponseDataError' && data === undefined) return INTERRUPTED_RESPONSE;
  const explanation = nonEmptyText(message);
  if (name === 'AI_LoadAPIKeyError') {
    return { code: 'NO_API_KEY', event: 'needs a key', isTransient: false, explanation };
  }
  if (MALFORMED.test(String(name))) {
    return {
      code: 'BAD_STREAM',
      event: 'sent a malformed response',
      isTransient: false,
      explanation,
    };
  }
  if (error instanceof Error) {
    // `fetch` quotes an invalid header in its TypeError.
    const shown = error instanceof TypeError ? undefined : explanation;
    const isTransient = error.name === 'TimeoutError' || fields['isRetryable'] === true;
    return {
      code: 'MODEL_ERROR',
      event: `failed with ${error.name}`,
      isTransient,
      explanation: shown,
    };
  }
  const { type, names } = readNames(error);
  // The request was accepted, so an error without a name is the server's.
  const isTransient = !PERMANENT.test(names) && (names === '' || TRANSIENT.test(names));
  const event = 'answered with an error';
  return { code: 'MODEL_ERROR', event, isTransient, type, explanation: findMessage(error) };
}

function describeStatus(call: Fields, status: number, knowsSecrets: boolean): Failure {
  const text = nonEmptyText(call['responseBody'])?.trim() ?? nonEmptyText(call['message']);
  const body = parseJson(text);
  const { type, names } = readNames(body);
  // A provider may quote the key that it rejects.
  const mayQuoteKey = !knowsSecrets && (status === 401 || status === 403);
  // The page of a gateway explains nothing in one line.
  const explanation =
    findMessage(body) ?? (body === undefined && !text?.startsWith('<') ? text : undefined);
  const isRetryable = call['isRetryable'] === true || status === 425;
  return {
    code: 'HTTP_STATUS',
    event: `${describeUrl(call['url'])}answered with status ${status}`,
    isTransient:
      !PERMANENT.test(names) && (isRetryable || (status === 400 && TRANSIENT.test(names))),
    status,
    type,
    explanation: mayQuoteKey ? undefined : explanation,
    retryAfterMs: readRetryAfter(toFields(call['responseHeaders']), text),
  };
}

/** Returns the name of an error that a provider sent, and all its names in lowercase letters. */
function readNames(error: unknown): { readonly type: string | undefined; readonly names: string } {
  const { type, status, code } = toFields(toFields(error)['error'] ?? error);
  const all = [type, status, code].map(nonEmptyText).filter((name) => name !== undefined);
  const names = all
    .join(' ')
    .toLowerCase()
    .replaceAll(/[^a-z ]/g, '');
  return { type: all[0], names };
}

function findMessage(error: unknown): string | undefined {
  const { error: inner, detail, message } = toFields(error);
  const found = [toFields(inner)['message'], inner, detail, message, error];
  return found.map(nonEmptyText).find((text) => text !== undefined);
}

/** Returns the wait that a provider requests, in milliseconds: by its headers, or by a `RetryInfo` of Gemini. */
function readRetryAfter(headers: Fields, body: string | undefined): number | undefined {
  const milliseconds = readNumber(headers['retry-after-ms']);
  if (milliseconds !== undefined) return Math.ceil(milliseconds);
  const after = headers['retry-after'];
  const delay = /"retryDelay":\s?"([\d.]{1,12})s"/.exec(body ?? '')?.[1];
  const seconds = readNumber(after) ?? readNumber(delay);
  if (seconds !== undefined) return Math.ceil(seconds * 1_000);
  const date = Date.parse(nonEmptyText(after) ?? '');
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

function readNumber(value: unknown): number | undefined {
  const text = nonEmptyText(value)?.trim() ?? '';
  return /^\d{1,12}(?:\.\d{1,9})?$/.test(text) ? Number(text) : undefined;
}

/** Describes the URL of a request, without user, password and query. */
function describeUrl(value: unknown): string {
  try {
    const { protocol, host, pathname } = new URL(String(value));
    return `at ${protocol}//${host}${pathname} `;
  } catch {
    return '';
  }
}

/** Returns a text as one line without secrets, control characters and the part past 300 characters. */
function toLine(text: string | undefined, secrets: readonly string[]): string {
  let shown = text ?? '';
  for (const secret of secrets) {
    const encoded = encodeURIComponent(secret.toWellFormed());
    for (const form of [secret, encoded]) shown = shown.replaceAll(form, '[redacted]');
  }
  const line = shown.replaceAll(/[\p{C}\s]+/gu, ' ').trim();
  return line.length > MAX_EXPLANATION_LENGTH
    ? `${line.slice(0, MAX_EXPLANATION_LENGTH).toWellFormed()}…`
    : line;
}

/** Returns an error and its causes, at most 5, as causes may be circular. */
function listCauses(error: unknown): unknown[] {
  const causes: unknown[] = [];
  for (let next = error; next !== undefined && causes.length < 5; next = toFields(next)['cause']) {
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

function toFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function nonEmptyText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
