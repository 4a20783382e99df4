import type { ChatMessage } from '../retention/chat-message.ts';

/** A compactor of another project, called as its documentation says and otherwise unmodified. */
export interface Contestant {
  readonly name: string;
  /** The npm package. Its version is in the lockfile of the arena. */
  readonly package: string;
  /** How it is called, with all options that are not its defaults. */
  readonly call: string;
  /** Whether it takes a size. Others have the size that their rule leaves. */
  readonly isSized?: true;
  /** Whether a model writes a part of its output. The arena answers with a fixed text. */
  readonly asksModel?: true;
  /** Sessions of more tokens are not run, because a call takes more than ten seconds. */
  readonly slowAbove?: number;
  /** @param messages without system messages and reasoning, which not every format can hold */
  readonly compress: (
    messages: readonly ChatMessage[],
    targetTokens: number,
  ) => Promise<readonly ChatMessage[]> | readonly ChatMessage[];
}

/** What a model answers whenever a contestant asks for a summary: 8,000 characters that say nothing. */
export const FIXED_SUMMARY: string = 'The work went on as it had been planned before. '
  .repeat(167)
  .slice(0, 8_000);
