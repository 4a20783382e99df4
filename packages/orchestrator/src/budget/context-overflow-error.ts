import { PalimpsestError } from '@palimpsest/core-types';

/** What no compression may take, in tokens. */
export interface ContextFloor {
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

export interface ContextOverflowDetails {
  /** Tokens of the smallest request there is. */
  readonly tokens: number;
  /** Most tokens a request may have. */
  readonly limit: number;
  readonly floor: ContextFloor;
  /** What went wrong on the way, a failed compression say. */
  readonly cause?: unknown;
}

const ADVICE: Readonly<Record<keyof ContextFloor, string>> = {
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
  readonly floor: ContextFloor;

  constructor({ tokens, limit, floor, cause }: ContextOverflowDetails) {
    const { system, pinned, tail, tools, pending } = floor;
    const parts = Object.entries({ system, pinned, tail, tools, pending });
    const [largest] = parts.toSorted(([, one], [, other]) => other - one);
    const named = parts.map(([part, size]) => `${part} ${size}`).join(', ');
    super(
      `The smallest request has ${tokens} tokens, ${tokens - limit} more than the ${limit} that fit. ` +
        `What cannot be made smaller: ${named}. ` +
        `Most of it is ${largest![0]}: ${ADVICE[largest![0] as keyof ContextFloor]}, or use a model with a larger window.`,
      'CONTEXT_OVERFLOW',
      cause === undefined ? undefined : { cause },
    );
    this.tokens = tokens;
    this.limit = limit;
    this.floor = { system, pinned, tail, tools, pending };
  }
}
