import type { Step } from './check-pairs.ts';
import type { FormatProblem } from './format-problem.ts';

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

/** The role rules a provider enforces. `FormatRule` names their sources. */
export interface RoleRules {
  /** Rule `starts-with-model`. */
  readonly startsWithUser: boolean;
  /** Rule `call-after-model`. */
  readonly callFollowsUser: boolean;
  /** Whether results are consecutive messages of their own, rather than blocks of one user message. */
  readonly hasResultMessages: boolean;
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
    if (previous === undefined && kind === 'ai' && (rules.startsWithUser || alternation)) {
      // `checkPairs` reports a call in message 0 as `starts-with-call`.
      const isReported = index === 0 && calls.length > 0;
      const message = 'the first message is not from the user';
      if (!isReported) problems.push({ index, rule: 'starts-with-model', message });
    }
    if (rules.callFollowsUser && isModelAgain && calls.length > 0) {
      const message = 'the model calls a function directly after its own turn';
      problems.push({ index, rule: 'call-after-model', message });
    }
    const isSameMessage = rules.hasResultMessages && isResults(previous) && isResults(step);
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
