import { defined, PalimpsestError } from '@palimpsest/core-types';

/**
 * - `HTTP_STATUS`: the status of the HTTP response is not a success.
 * - `UNREACHABLE`: the connection failed, or closed before a response.
 * - `TIMEOUT`: no data for `timeoutMs` (option of the provider).
 * - `STREAM_CUT`: the response ended early.
 * - `BAD_STREAM`: the response is malformed or too large.
 * - `NO_API_KEY`: the AI SDK found no API key.
 * - `MODEL_ERROR`: the response contains an error, or any other error.
 */
type ProviderErrorCode =
  | 'HTTP_STATUS'
  | 'UNREACHABLE'
  | 'TIMEOUT'
  | 'STREAM_CUT'
  | 'BAD_STREAM'
  | 'NO_API_KEY'
  | 'MODEL_ERROR';

export interface ProviderErrorDetails {
  readonly code: ProviderErrorCode;
  /** Name of the provider. */
  readonly provider: string;
  /** Whether a later attempt may succeed. */
  readonly isTransient: boolean;
  /** Number of requests made until this error, retries included. */
  readonly attempts: number;
  /** HTTP status. */
  readonly status?: number | undefined;
  /** The provider's own name of the error, such as `overloaded_error`. */
  readonly type?: string | undefined;
  /** The wait that the provider requests, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

/** Thrown when a model call fails or its response is incomplete. The message has no API key, header or URL query. */
export class ProviderError extends PalimpsestError implements ProviderErrorDetails {
  override readonly name: string = 'ProviderError';
  declare readonly code: ProviderErrorCode;
  declare readonly provider: string;
  declare readonly isTransient: boolean;
  declare readonly attempts: number;
  declare readonly status?: number;
  declare readonly type?: string;
  declare readonly retryAfterMs?: number;

  constructor(message: string, details: ProviderErrorDetails) {
    const { code, provider, isTransient, attempts, status, type, retryAfterMs } = details;
    super(message, code);
    Object.assign(this, defined({ provider, isTransient, attempts, status, type, retryAfterMs }));
  }
}
