import type { IContent } from '@palimpsest/core-types';
import { hasTurn, isResult, turnOf } from './turn.ts';

/** A rule about the order of roles. */
export type RoleRule =
  /** Anthropic and Gemini: the first message is the user's. */
  | 'starts-with-user'
  /** Gemini: a model turn with a call follows a user turn or a result. */
  | 'call-follows-user'
  /** Chat templates of Mistral and Gemma: user and model alternate. */
  | 'alternation';

export interface RoleProblem {
  readonly rule: RoleRule;
  /** Index of the misplaced entry. */
  readonly index: number;
}

/**
 * Finds all entries that violate a rule about roles, in order. Ignores system and opaque entries. Results are user turns; adjacent results
 * are one turn. Linear.
 */
export function* findRoleProblems(history: readonly IContent[]): Generator<RoleProblem> {
  let before: IContent | undefined;
  for (const [index, entry] of history.entries()) {
    if (!hasTurn(entry)) continue;
    if (turnOf(entry) === 'model') {
      const isFirst = before === undefined;
      if (isFirst || turnOf(before!) === 'model') {
        yield { rule: isFirst ? 'starts-with-user' : 'alternation', index };
        const hasCall = entry.blocks.some(({ type }) => type === 'tool_call');
        if (hasCall) yield { rule: 'call-follows-user', index };
      }
    } else if (before !== undefined && turnOf(before) === 'user') {
      const isOneTurn = isResult(before) && isResult(entry);
      if (!isOneTurn) yield { rule: 'alternation', index };
    }
    before = entry;
  }
}
