import { describeValue, PalimpsestError } from '@palimpsest/core-types';

/** Thrown for an invalid context limit. A `RangeError`, because hosts check for one; `PalimpsestError.isInstance` recognizes it too. */
export class ContextLimitError extends RangeError {
  override readonly name: string = 'ContextLimitError';
  readonly code: string = 'INVALID_CONTEXT_LIMIT';

  constructor(received: unknown) {
    super(
      `contextLimit: expected a finite number of tokens, 1 or more, got ${describeValue(received)}. ` +
        "Pass the size of the model's context window, for example 200,000.",
    );
    Object.defineProperty(this, Symbol.for('@palimpsest/error'), { value: true });
  }
}

/** Thrown if the reserved tokens leave no room for a request. */
export class InvalidContextBudgetError extends PalimpsestError {
  override readonly name: string = 'InvalidContextBudgetError';
  /** Tokens reserved for the output. */
  readonly configuredBudget: number;
  readonly contextLimit: number;

  /** @param others other reserved tokens, by purpose */
  constructor(
    configuredBudget: number,
    contextLimit: number,
    others: Readonly<Record<string, number>> = {},
  ) {
    const more = Object.entries(others).filter(([, tokens]) => tokens > 0);
    const reserved = [`${configuredBudget} for the output`]
      .concat(more.map(([purpose, tokens]) => `${tokens} for ${purpose}`))
      .join(', ');
    super(
      `A context window of ${contextLimit} tokens leaves fewer than 3 tokens for the conversation. Reserved: ${reserved}. ` +
        'Lower maxOutputTokens, raise context-limit, or send fewer tools.',
      'INVALID_CONTEXT_BUDGET',
    );
    this.configuredBudget = configuredBudget;
    this.contextLimit = contextLimit;
  }
}

/** Tokens that no step may remove, by kind. */
export interface IrreducibleTokens {
  /** The system prompt. */
  readonly system: number;
  /** Protected entries. */
  readonly pinned: number;
  /** The newest entries, fully reduced. */
  readonly tail: number;
  /** Tool definitions. */
  readonly tools: number;
  /** Entries about to be sent. */
  readonly pending: number;
}

const ADVICE: Readonly<Record<keyof IrreducibleTokens, string>> = {
  system: 'shorten the system prompt',
  pinned: 'pin fewer entries',
  tail: 'shorten the newest messages or tool results, or preserve fewer of them',
  tools: 'offer fewer tools',
  pending: 'send a shorter message',
};

/** Thrown if a request is over the limit and nothing more may be removed. Lists the irreducible tokens. */
export class ContextOverflowError extends PalimpsestError {
  override readonly name: string = 'ContextOverflowError';
  /** Tokens of the smallest possible request. */
  readonly tokens: number;
  /** Maximum tokens of a request. */
  readonly limit: number;
  readonly floor: IrreducibleTokens;
  /** Tokens kept free for the output, in addition to the limit, as far as known. */
  readonly maxOutputTokens: number | undefined;

  /** @param details `cause` is an earlier error, such as a failed compression */
  constructor(
    details: Pick<ContextOverflowError, 'tokens' | 'limit' | 'floor'> & {
      readonly maxOutputTokens?: number;
      readonly cause?: unknown;
    },
  ) {
    const { tokens, limit, floor, maxOutputTokens, cause } = details;
    const { system, pinned, tail, tools, pending } = floor;
    const parts = ['system', 'pinned', 'tail', 'tools', 'pending'] as const;
    const [largest] = parts.toSorted((one, other) => floor[other] - floor[one]);
    const named = parts.map((part) => `${part} ${floor[part]}`).join(', ');
    const output =
      maxOutputTokens === undefined
        ? ''
        : ` (${maxOutputTokens} more are kept free for the output: maxOutputTokens)`;
    const advice = [ADVICE[largest!]].concat(
      tokens - limit < (maxOutputTokens ?? 0) ? 'lower maxOutputTokens' : [],
    );
    super(
      `The request needs at least ${tokens} tokens, ${tokens - limit} over the limit of ${limit}${output}. ` +
        `Irreducible: ${named}. ` +
        `Largest part is ${largest}: ${advice.join(', ')}, or use a model with a larger context window.`,
      'CONTEXT_OVERFLOW',
      cause === undefined ? undefined : { cause },
    );
    this.tokens = tokens;
    this.limit = limit;
    this.floor = { system, pinned, tail, tools, pending };
    this.maxOutputTokens = maxOutputTokens;
  }
}
