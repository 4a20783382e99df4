import { PalimpsestError } from '@palimpsest/core-types';

/**
 * - `HTTP_STATUS`: answered with a status that is no success, or a redirect.
 * - `UNREACHABLE`: no connection, or one that broke before an answer began.
 * - `TIMEOUT`: nothing came for `timeoutMs`.
 * - `STREAM_CUT`: the answer ended in the middle.
 * - `BAD_STREAM`: what came is no answer of this protocol, or too large for one.
 * - `NO_API_KEY`: the function given as `apiKey` had none.
 * - `MODEL_ERROR`: an error stood where the answer should.
 */
export type ProviderErrorCode =
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
  /** Trying again later may help. */
  readonly isTransient: boolean;
  /** Requests made, this one included. */
  readonly attempts: number;
  /** HTTP status, where an answer came. */
  readonly status?: number;
  /** The provider's own word for the error, such as `overloaded_error`. */
  readonly type?: string;
  /** How long the provider asks to wait, in milliseconds. */
  readonly retryAfterMs?: number;
}

/** A model could not be asked, or did not answer to the end. Holds no key, no header and no query of an address. */
export class ProviderError extends PalimpsestError implements ProviderErrorDetails {
  override readonly name: string = 'ProviderError';
  declare readonly code: ProviderErrorCode;
  readonly provider: string;
  readonly isTransient: boolean;
  readonly attempts: number;
  declare readonly status?: number;
  declare readonly type?: string;
  declare readonly retryAfterMs?: number;

  constructor(message: string, details: ProviderErrorDetails) {
    super(message, details.code);
    this.provider = details.provider;
    this.isTransient = details.isTransient;
    this.attempts = details.attempts;
    if (details.status !== undefined) this.status = details.status;
    if (details.type !== undefined) this.type = details.type;
    if (details.retryAfterMs !== undefined) this.retryAfterMs = details.retryAfterMs;
  }
}
