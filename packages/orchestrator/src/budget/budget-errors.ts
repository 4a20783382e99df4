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
