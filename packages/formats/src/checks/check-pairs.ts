import type { FormatProblem, FormatRule } from './format-problem.ts';

export interface CallReference {
  readonly id: string;
  readonly name: string;
}

/** The facts of a message that matter for role order and pairing. */
export interface Step {
  readonly index: number;
  readonly kind: 'ai' | 'user' | 'other';
  readonly calls: readonly CallReference[];
  readonly results: readonly (CallReference & { readonly isAfterText?: boolean })[];
  /** Contains content other than results, after which no result may follow. */
  readonly endsAnswers: boolean;
}

export interface PairRules {
  /** Whether adjacent messages of one role count as one. */
  readonly mergesTurns: boolean;
  /** Whether one message must contain all results of a batch. */
  readonly oneAnswer: boolean;
  /** Whether an id must be unique in the conversation; otherwise, in a batch. */
  readonly hasUniqueIds: boolean;
}

/** Checks that every call has exactly one result, in place. Linear. */
export function checkPairs(steps: readonly Step[], rules: PairRules): FormatProblem[] {
  const problems: FormatProblem[] = [];
  const open = new Map<string, number[]>();
  const state = new Map<string, 'open' | 'answered' | 'lost'>();
  let isAnswering = false;
  const report = (index: number, rule: FormatRule, call: CallReference, what: string): void => {
    const shown = call.id === '' ? `a call of ${call.name} without id` : `"${call.id}"`;
    problems.push({ index, rule, message: `${shown} ${what}` });
  };
  const close = (): void => {
    for (const [id, indices] of open) {
      state.set(id, 'lost');
      const call = { id: id.startsWith('#') ? id.slice(1) : '', name: id.slice(1) };
      for (const at of indices) report(at, 'call-without-result', call, 'has no result after it');
    }
    open.clear();
    isAnswering = false;
  };

  for (const [at, { index, kind, calls, results, endsAnswers }] of steps.entries()) {
    if (kind === 'other' || (kind === 'ai' && (isAnswering || !rules.mergesTurns))) close();
    const [first] = calls;
    if (at === 0 && first !== undefined) {
      report(index, 'starts-with-call', first, 'opens the conversation');
    }
    for (const call of calls) {
      const key = keyOf(call);
      const isTaken = call.id !== '' && (open.has(key) || (rules.hasUniqueIds && state.has(key)));
      if (isTaken) report(index, 'duplicate-call', call, 'was called before under the same id');
      const indices = open.get(key);
      if (indices === undefined) open.set(key, [index]);
      else indices.push(index);
      state.set(key, 'open');
    }
    for (const result of results) {
      const key = keyOf(result);
      const indices = open.get(key);
      if (indices === undefined) {
        const [rule, what] = explain(state.get(key));
        report(index, rule, result, what);
      } else {
        if (result.isAfterText === true)
          report(index, 'misplaced-result', result, 'is answered after other content');
        indices.shift();
        if (indices.length === 0) {
          open.delete(key);
          state.set(key, 'answered');
        }
      }
    }
    if (kind === 'user') {
      isAnswering = true;
      if (endsAnswers || (rules.oneAnswer && at < steps.length - 1)) close();
    }
  }
  return problems;
}

/** Returns the pairing key. Calls without an id pair by name; the first character separates ids from names. */
function keyOf({ id, name }: CallReference): string {
  return id === '' ? `@${name}` : `#${id}`;
}

function explain(
  state: 'open' | 'answered' | 'lost' | undefined,
): readonly [rule: FormatRule, what: string] {
  if (state === 'answered') return ['duplicate-result', 'has been answered already'];
  if (state === 'lost') return ['misplaced-result', 'is answered too late'];
  return ['result-without-call', 'was never called before'];
}
