import { describeValue } from './describe-value.ts';

const BRAND: unique symbol = Symbol.for('@palimpsest/error');

/** Base class of all errors that Palimpsest throws. A brand identifies them across two installed copies. */
export class PalimpsestError extends Error {
  override readonly name: string = 'PalimpsestError';
  /** Identifies the kind of error for programs. */
  readonly code: string;

  constructor(message: string, code: string, options?: ErrorOptions) {
    super(message, options);
    Object.defineProperty(this, BRAND, { value: true });
    this.code = code;
  }

  static isInstance(error: unknown): error is PalimpsestError {
    return typeof error === 'object' && error !== null && BRAND in error;
  }
}

interface OptionErrorDetails {
  /** Identifies the kind of error for programs. @default 'INVALID_OPTION' */
  readonly code?: string;
  /** Replaces the description of the received value, for example of a secret. The value is not read then. */
  readonly receivedDescription?: string;
  /** What to do, in whole sentences. Ends the message. @default none */
  readonly advice?: string;
}

/** Thrown for an invalid option or argument. */
export class OptionError extends PalimpsestError {
  override readonly name: string = 'OptionError';
  /** Name of the option, with its path: `headers.accept`. */
  readonly option: string;

  /**
   * @param received the value; the message describes it briefly
   * @param expected describes valid values; it follows "expected"
   */
  constructor(
    option: string,
    received: unknown,
    expected: string,
    details: OptionErrorDetails = {},
  ) {
    const {
      code = 'INVALID_OPTION',
      receivedDescription = describeValue(received),
      advice,
    } = details;
    const ending = advice === undefined ? '' : ` ${advice}`;
    super(`${option}: expected ${expected}, got ${receivedDescription}.${ending}`, code);
    this.option = option;
  }
}

interface StrategyErrorOptions {
  readonly strategy?: string;
  readonly profile?: string;
  readonly cause?: unknown;
}

/** Thrown when a compression fails. Permanent unless a subclass says otherwise. */
export class CompressionStrategyError extends PalimpsestError {
  override readonly name: string = 'CompressionStrategyError';
  declare readonly strategy?: string;
  declare readonly profile?: string;

  constructor(message: string, code: string, options: StrategyErrorOptions = {}) {
    super(message, code, options.cause === undefined ? undefined : { cause: options.cause });
    if (options.strategy !== undefined) this.strategy = options.strategy;
    if (options.profile !== undefined) this.profile = options.profile;
  }
}

/** Names of the strategies that are packages of their own: `@palimpsest/strategy-NAME`. */
const PUBLISHED_STRATEGIES = new Set([
  'extractive',
  'high-density',
  'middle-out',
  'one-shot',
  'salience',
  'top-down-truncation',
]);

/** Thrown for a strategy name that is not registered. */
export class UnknownStrategyError extends CompressionStrategyError {
  override readonly name: string = 'UnknownStrategyError';
  readonly registered: readonly string[];

  constructor(name: string, registered: readonly string[] = [], suggestion?: string) {
    const names = registered.length > 0 ? ` Registered: ${registered.join(', ')}.` : '';
    const guess = suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`;
    const isUnregistered = registered.length > 0 && PUBLISHED_STRATEGIES.has(name);
    const hint = isUnregistered ? ` Add the strategy of @palimpsest/strategy-${name}.` : guess;
    super(`Unknown compression strategy: "${name}".${names}${hint}`, 'UNKNOWN_STRATEGY', {
      strategy: name,
    });
    this.registered = registered;
  }
}

export class PromptResolutionError extends CompressionStrategyError {
  override readonly name: string = 'PromptResolutionError';
  constructor(promptId: string, reason?: string) {
    const because = reason === undefined ? '' : `: ${reason}`;
    super(`No compression prompt "${promptId}" was found${because}.`, 'PROMPT_RESOLUTION_FAILED');
  }
}

interface ExecutionErrorOptions {
  readonly isTransient?: boolean;
  readonly profile?: string;
  readonly cause?: unknown;
}

/** Thrown when a model call fails. Transient failures may be retried. */
export class CompressionExecutionError extends CompressionStrategyError {
  override readonly name: string = 'CompressionExecutionError';
  readonly isTransient: boolean;

  constructor(strategy: string, message: string, options: string | ExecutionErrorOptions = {}) {
    const details = typeof options === 'string' ? { profile: options } : options;
    super(`Compression with "${strategy}" failed: ${message}`, 'EXECUTION_FAILED', {
      ...details,
      strategy,
    });
    this.isTransient = details.isTransient ?? false;
  }
}

interface EmptySummaryDetails {
  readonly finishReason?: string;
  readonly stopReason?: string;
  readonly blockTypeCounts?: Readonly<Record<string, number>>;
  readonly thinkingBlockCount?: number;
}

/** Thrown when a model responds without a summary. A retry rarely helps; another strategy may. */
export class EmptySummaryError extends CompressionStrategyError implements EmptySummaryDetails {
  override readonly name: string = 'EmptySummaryError';
  declare readonly finishReason?: string;
  declare readonly stopReason?: string;
  declare readonly blockTypeCounts?: Readonly<Record<string, number>>;
  declare readonly thinkingBlockCount?: number;

  constructor(strategy: string, details: EmptySummaryDetails = {}) {
    const seen = Object.keys(details).length > 0 ? ` Seen: ${JSON.stringify(details)}.` : '';
    super(`The model returned an empty summary for "${strategy}".${seen}`, 'EMPTY_SUMMARY', {
      strategy,
    });
    Object.assign(this, details);
  }
}

export class CompressionProfileNotFoundError extends CompressionStrategyError {
  override readonly name: string = 'CompressionProfileNotFoundError';
  constructor(profile: string, reason?: string) {
    const because = reason === undefined ? '' : `: ${reason}`;
    super(`Compression profile "${profile}" was not found${because}.`, 'PROFILE_NOT_FOUND', {
      profile,
    });
  }
}
