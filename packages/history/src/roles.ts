import type { IContent } from '@palimpsest/core-types';

/** A rule about which role may follow which, as providers and chat templates have them. */
export type RoleRule =
  /** Anthropic and Gemini: the first message is the user's. */
  | 'starts-with-user'
  /** Gemini: a model's turn with a call follows a user's turn or a tool result. */
  | 'call-follows-user'
  /** Chat templates of Mistral, Gemma and others: user and assistant take turns. */
  | 'alternation';

export interface RoleProblem {
  readonly rule: RoleRule;
  /** Index of the entry that stands in the wrong place. */
  readonly index: number;
}

/** Finds every place of a history that a rule about roles refuses. System entries stand outside of the turns. Linear. */
export function* findRoleProblems(history: readonly IContent[]): Generator<RoleProblem> {
  let before: IContent | undefined;
  for (const [index, entry] of history.entries()) {
    if (entry.speaker === 'system') continue;
    const hasCall = entry.blocks.some(({ type }) => type === 'tool_call');
    if (before === undefined && entry.speaker !== 'human')
      yield { rule: 'starts-with-user', index };
    if (before !== undefined && areSameRole(before, entry)) {
      yield { rule: 'alternation', index };
      if (entry.speaker === 'ai' && hasCall) yield { rule: 'call-follows-user', index };
    }
    before = entry;
  }
}

/**
 * Whether two entries next to each other have the same role. Tool results are the user's turn (Anthropic, Gemini), or stand outside of the
 * turns (Mistral), so that a user message behind them is a second one either way. Results next to each other are one turn.
 */
export function areSameRole(before: IContent, entry: IContent): boolean {
  if (before.speaker === 'ai' || entry.speaker === 'ai') return before.speaker === entry.speaker;
  return before.speaker !== 'tool' || entry.speaker !== 'tool';
}
