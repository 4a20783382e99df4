import type { FormatProblem, FormatRule } from './format-problem.ts';

export interface CallReference {
  readonly id: string;
  readonly name: string;
}

/** What matters of one message for the order of roles and the pairing of calls and results. */
export interface Step {
  readonly index: number;
  readonly kind: 'ai' | 'user' | 'other';
  readonly calls: readonly CallReference[];
  readonly results: readonly (CallReference & { readonly isAfterText?: boolean })[];
  /** Something beside results, after which no result may follow. */
  readonly endsAnswers: boolean;
}

export interface PairRules {
  /** Neighbours of the same role count as one message. */
  readonly mergesTurns: boolean;
  /** All results of a batch stand in one message. */
  readonly oneAnswer: boolean;
  /** No id may come twice in a conversation; otherwise not twice in a batch. */
  readonly hasUniqueIds: boolean;
}

/** Checks that every call is answered once and in place. Linear. */
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

/** Calls without an id belong together by name. The first character keeps ids and names apart. */
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
