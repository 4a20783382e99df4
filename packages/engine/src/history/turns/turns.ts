import { hasToolCall, hasToolResult, type IContent } from '@palimpsest/core-types';

type Turn = 'user' | 'model';

/** Returns the role of an entry's turn: results are user turns. */
function getTurn({ speaker }: IContent): Turn {
  return speaker === 'ai' ? 'model' : 'user';
}

/** Returns whether an entry has tool results. */
function isResultEntry(entry: IContent): boolean {
  return entry.speaker === 'tool' || hasToolResult(entry);
}

/** Returns whether an entry is a turn: all are, except system entries. */
export function isTurn({ speaker }: IContent): boolean {
  return speaker !== 'system';
}

/** Creates an assistant entry that separates two user turns. */
export function makeTurnMarker(): IContent {
  return createMarker('ai');
}

function createMarker(speaker: 'human' | 'ai'): IContent {
  return { speaker, blocks: [{ type: 'text', text: '…' }] };
}

/**
 * Returns the entry that must stand between two turns so that user and model alternate; `undefined` if they may be adjacent. The first turn is
 * the user's. Adjacent results are one turn.
 *
 * @param before the turn before; `undefined` at the start
 */
export function findMissingTurn(
  before: IContent | undefined,
  after: IContent,
): IContent | undefined {
  if (before === undefined) return getTurn(after) === 'model' ? createMarker('human') : undefined;
  if (getTurn(before) !== getTurn(after)) return undefined;
  if (getTurn(after) === 'model') return createMarker('human');
  return isResultEntry(before) && isResultEntry(after) ? undefined : makeTurnMarker();
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
 * Finds all entries that violate a rule about roles, in order. Ignores system entries. Results are user turns; adjacent results are one
 * turn. Linear.
 */
export function* findRoleProblems(history: readonly IContent[]): Generator<RoleProblem> {
  let before: IContent | undefined;
  for (const [index, entry] of history.entries()) {
    if (!isTurn(entry)) continue;
    if (findMissingTurn(before, entry) !== undefined) {
      yield { rule: before === undefined ? 'starts-with-user' : 'alternation', index };
      if (getTurn(entry) === 'model' && hasToolCall(entry))
        yield { rule: 'call-follows-user', index };
    }
    before = entry;
  }
}
