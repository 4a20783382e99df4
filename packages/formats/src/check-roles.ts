import type { FormatProblem, FormatRule, Step } from './check-pairs.ts';

/** Options of every check. */
export interface CheckOptions {
  /**
   * Also reports rule `alternation`: two user messages, or two assistant messages, next to each other. The provider accepts them; the chat
   * templates of Mistral and Gemma do not.
   *
   * @default false
   */
  readonly alternation?: boolean;
}

export interface RoleRules extends CheckOptions {
  /**
   * Anthropic: "first message must use the user role". Gemini: "multiturn requests alternate, starting with a user turn"
   * (ai.google.dev/api/caching#Content, docs.anthropic.com/en/api/messages).
   */
  readonly startsWithUser: boolean;
  /**
   * Gemini answers 400 "function call turn comes immediately after a user turn or after a function response turn"
   * (continuedev/continue#11805, NousResearch/hermes-agent#55623).
   */
  readonly callFollowsUser: boolean;
}

/** Checks who may follow whom. Instructions (`other`) stand outside of the turns. Linear. */
export function checkRoles(steps: readonly Step[], rules: RoleRules): FormatProblem[] {
  const problems: FormatProblem[] = [];
  const report = (index: number, rule: FormatRule, message: string): void => {
    problems.push({ index, rule, message });
  };
  let before: Step | undefined;
  for (const step of steps) {
    const { index, kind, calls } = step;
    if (kind === 'other') continue;
    if (before === undefined) {
      if (rules.startsWithUser && kind === 'ai' && calls.length === 0) {
        report(index, 'starts-with-model', 'the first message is not from the user');
      }
    } else if (kind === 'ai' && before.kind === 'ai') {
      if (rules.callFollowsUser && calls.length > 0) {
        report(index, 'call-after-model', 'the model calls a function directly after its own turn');
      }
      if (rules.alternation === true) report(index, 'alternation', TWICE.ai);
    } else if (kind === before.kind && !(isResultsOnly(before) && isResultsOnly(step))) {
      // A template that leaves tool results out sees two user messages, one that shows them as the user's sees them too.
      if (rules.alternation === true) report(index, 'alternation', TWICE.user);
    }
    before = step;
  }
  return problems;
}

const TWICE = {
  ai: 'an assistant message follows an assistant message',
  user: 'a user message follows a user message or a tool result',
} as const;

function isResultsOnly({ results, endsAnswers }: Step): boolean {
  return results.length > 0 && !endsAnswers;
}
