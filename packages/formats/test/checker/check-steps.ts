import type { FormatProblem, FormatRule } from './format-problem.ts';

/** Options of `checkOpenAI`, `checkOpenAIResponses`, `checkAnthropic` and `checkGemini`. */
export interface CheckOptions {
  /**
   * Also reports rule `alternation` (two messages of one role next to each other), and `starts-with-model` where the provider accepts that.
   * The providers accept both; chat templates of Mistral and Gemma and the Converse API of Amazon Bedrock do not. A tool result counts as
   * the user's, and several results count as one message.
   *
   * @default false
   */
  readonly alternation?: boolean;
}

interface CallReference {
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

/** The role rules that a provider enforces; absent ones it does not. `FormatRule` names their sources. */
export interface RoleRules {
  /** Rule `starts-with-model`. */
  readonly startsWithUser?: boolean;
  /** Rule `call-after-model`. */
  readonly callFollowsUser?: boolean;
  /** Whether results are consecutive messages of their own, rather than blocks of one user message. */
  readonly hasResultMessages?: boolean;
}

/** The rules of a provider on the order of messages. */
export interface StepRules extends RoleRules {
  /** Whether adjacent messages of one role count as one. */
  readonly mergesTurns?: boolean;
  /** Whether one message must contain all results of a batch. */
  readonly oneAnswer?: boolean;
  /** Whether an id must be unique in the conversation; otherwise, in a batch. */
  readonly hasUniqueIds?: boolean;
}

/**
 * Checks each message, and the order of messages. Returns the problems in the order of the messages. Linear.
 *
 * @param readStep reports the problems of one message, and returns its facts
 */
export function checkMessages<Message>(
  messages: readonly Message[],
  rules: StepRules,
  options: CheckOptions,
  readStep: (
    message: Message,
    report: (rule: FormatRule, message: string) => void,
  ) => Omit<Step, 'index'>,
): FormatProblem[] {
  const problems: FormatProblem[] = [];
  const steps = messages.map((given, index): Step => {
    const report = (rule: FormatRule, message: string): void => {
      problems.push({ index, rule, message });
    };
    return { index, ...readStep(given, report) };
  });
  const found = [...problems, ...checkPairs(steps, rules), ...checkRoles(steps, rules, options)];
  return found.toSorted((a, b) => a.index - b.index);
}

/** How the speaker of a message with blocks counts. */
export const KINDS = { ai: 'ai', human: 'user', tool: 'user', system: 'other' } as const;

/** Checks that every call has exactly one result, in place. Linear. */
function checkPairs(steps: readonly Step[], rules: StepRules): FormatProblem[] {
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
    if (kind === 'other' || (kind === 'ai' && (isAnswering || rules.mergesTurns !== true))) close();
    const [first] = calls;
    if (at === 0 && first !== undefined) {
      report(index, 'starts-with-call', first, 'opens the conversation');
    }
    for (const call of calls) {
      const key = keyOf(call);
      const isTaken =
        call.id !== '' && (open.has(key) || (rules.hasUniqueIds === true && state.has(key)));
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
      if (endsAnswers || (rules.oneAnswer === true && at < steps.length - 1)) close();
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

/** Checks which role may follow which. Instructions (kind `other`) have no turn. Linear. */
export function checkRoles(
  steps: readonly Step[],
  rules: RoleRules,
  { alternation = false }: CheckOptions,
): FormatProblem[] {
  const problems: FormatProblem[] = [];
  let previous: Step | undefined;
  for (const step of steps) {
    const { index, kind, calls } = step;
    if (kind === 'other') continue;
    const isModelAgain = kind === 'ai' && previous?.kind === 'ai';
    if (previous === undefined && kind === 'ai' && (rules.startsWithUser === true || alternation)) {
      // `checkPairs` reports a call in message 0 as `starts-with-call`.
      const isReported = index === 0 && calls.length > 0;
      const message = 'the first message is not from the user';
      if (!isReported) problems.push({ index, rule: 'starts-with-model', message });
    }
    if (rules.callFollowsUser === true && isModelAgain && calls.length > 0) {
      const message = 'the model calls a function directly after its own turn';
      problems.push({ index, rule: 'call-after-model', message });
    }
    const isSameMessage =
      rules.hasResultMessages === true && isResults(previous) && isResults(step);
    if (alternation && kind === previous?.kind && !isSameMessage) {
      const message = isModelAgain
        ? 'an assistant message follows an assistant message'
        : 'a user message follows a user message or a tool result';
      problems.push({ index, rule: 'alternation', message });
    }
    previous = step;
  }
  return problems;
}

/** Returns whether a step contains only tool results. */
function isResults(step: Step | undefined): boolean {
  return step?.kind === 'user' && !step.endsAnswers;
}
