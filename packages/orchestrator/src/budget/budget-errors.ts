import { describeValue, OptionError, PalimpsestError } from '@palimpsest/core-types';

/** An option of the budget model that cannot be meant. */
export class ContextBudgetOptionError extends OptionError {
  override readonly name: string = 'ContextBudgetOptionError';

  constructor(option: string, seen: unknown, accepted: string) {
    super(option, seen, `${accepted}. Leave it out for its default`, {
      code: 'INVALID_CONTEXT_BUDGET_OPTION',
    });
  }
}

/**
 * A context limit that is no size of a window. Hosts look for a `RangeError`, so it is one; `PalimpsestError.isInstance`
 * knows it too.
 */
export class ContextLimitError extends RangeError {
  override readonly name: string = 'ContextLimitError';
  readonly code: string = 'INVALID_CONTEXT_LIMIT';

  constructor(seen: unknown) {
    super(
      `contextLimit: got ${describeValue(seen)}, accepted is a finite number of tokens, 1 or more. ` +
        "Give the size of the model's window; 200,000 is a usual one.",
    );
    Object.defineProperty(this, Symbol.for('@palimpsest/error'), { value: true });
  }
}

/** What was set aside leaves no room for a request. */
export class InvalidContextBudgetError extends PalimpsestError {
  override readonly name: string = 'InvalidContextBudgetError';
  /** Tokens set aside for the answer. */
  readonly configuredBudget: number;
  readonly contextLimit: number;

  /** @param beside what else is set aside, in tokens, by what it is for */
  constructor(
    configuredBudget: number,
    contextLimit: number,
    beside: Readonly<Record<string, number>> = {},
  ) {
    const others = Object.entries(beside).filter(([, tokens]) => tokens > 0);
    const setAside = [`${configuredBudget} for the answer`]
      .concat(others.map(([purpose, tokens]) => `${tokens} for ${purpose}`))
      .join(', ');
    super(
      `A window of ${contextLimit} tokens leaves no room for a conversation: ${setAside} are set aside. ` +
        'Accepted is what leaves at least 3 tokens. Lower the completion budget (maxOutputTokens), raise context-limit, ' +
        'or send fewer tools.',
      'INVALID_CONTEXT_BUDGET',
    );
    this.configuredBudget = configuredBudget;
    this.contextLimit = contextLimit;
  }
}

/** What no compression may take, in tokens. */
export interface IrreducibleTokens {
  /** The system prompt. */
  readonly system: number;
  /** Entries that must survive byte for byte. */
  readonly pinned: number;
  /** The newest part of the history, already reduced as far as it goes. */
  readonly tail: number;
  /** Declarations of tools. */
  readonly tools: number;
  /** What is about to be sent and not yet part of the history. */
  readonly pending: number;
}

interface ContextOverflowDetails {
  /** Tokens of the smallest request there is. */
  readonly tokens: number;
  /** Most tokens a request may have. */
  readonly limit: number;
  readonly floor: IrreducibleTokens;
  /** What went wrong on the way, a failed compression say. */
  readonly cause?: unknown;
}

const ADVICE: Readonly<Record<keyof IrreducibleTokens, string>> = {
  system: 'shorten the system prompt',
  pinned: 'pin fewer entries',
  tail: 'shorten the newest messages or tool results, or preserve fewer of them',
  tools: 'offer fewer tools',
  pending: 'send a shorter message',
};

/** A request is over the hard limit, and everything that may go is gone already. Names the floor it stands on. */
export class ContextOverflowError extends PalimpsestError implements ContextOverflowDetails {
  override readonly name: string = 'ContextOverflowError';
  readonly tokens: number;
  readonly limit: number;
  readonly floor: IrreducibleTokens;

  constructor({ tokens, limit, floor, cause }: ContextOverflowDetails) {
    const { system, pinned, tail, tools, pending } = floor;
    const parts = Object.entries({ system, pinned, tail, tools, pending });
    const [largest] = parts.toSorted(([, one], [, other]) => other - one);
    const named = parts.map(([part, size]) => `${part} ${size}`).join(', ');
    super(
      `The smallest request has ${tokens} tokens, ${tokens - limit} more than the ${limit} that fit. ` +
        `What cannot be made smaller: ${named}. ` +
        `Most of it is ${largest![0]}: ${ADVICE[largest![0] as keyof IrreducibleTokens]}, or use a model with a larger window.`,
      'CONTEXT_OVERFLOW',
      cause === undefined ? undefined : { cause },
    );
    this.tokens = tokens;
    this.limit = limit;
    this.floor = { system, pinned, tail, tools, pending };
  }
}
