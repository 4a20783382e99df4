import type { IContent } from '@palimpsest/core-types';

export type Turn = 'user' | 'model';

/** Returns the role of an entry's turn: results are user turns. */
export function getTurn({ speaker }: IContent): Turn {
  return speaker === 'ai' ? 'model' : 'user';
}

/** Returns whether an entry has tool results. */
export function isResultEntry({ speaker, blocks }: IContent): boolean {
  return speaker === 'tool' || blocks.some(({ type }) => type === 'tool_response');
}

/**
 * Returns whether an entry is a turn. System entries are not. Opaque entries of the model are not: they may be items between messages. A user
 * message is always a turn.
 */
export function isTurn({ speaker, blocks }: IContent): boolean {
  if (speaker === 'human') return true;
  const isOpaque = blocks.length > 0 && blocks.every(({ type }) => type === 'opaque');
  return speaker !== 'system' && !isOpaque;
}

/** A rule about the order of roles. */
export type RoleRule =
  /** Anthropic and Gemini: the first message is the user's. */
  | 'starts-with-user'
  /** Gemini: a model turn with a call follows a user turn or a result. */
  | 'call-follows-user'
  /** Chat templates of Mistral and Gemma: user and model alternate. */
  | 'alternation';

interface RoleProblem {
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
    if (!isTurn(entry)) continue;
    if (getTurn(entry) === 'model') {
      const isFirst = before === undefined;
      if (isFirst || getTurn(before!) === 'model') {
        yield { rule: isFirst ? 'starts-with-user' : 'alternation', index };
        const hasCall = entry.blocks.some(({ type }) => type === 'tool_call');
        if (hasCall) yield { rule: 'call-follows-user', index };
      }
    } else if (before !== undefined && getTurn(before) === 'user') {
      const isOneTurn = isResultEntry(before) && isResultEntry(entry);
      if (!isOneTurn) yield { rule: 'alternation', index };
    }
    before = entry;
  }
}
