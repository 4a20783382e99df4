import { checkAlternation, checkNeighbours } from './alternation.ts';
import { checkMessages } from './anthropic-rules.ts';
import { checkContents } from './gemini-rules.ts';
import { checkChat } from './openai-rules.ts';
import { checkItems } from './responses-rules.ts';
import { isJson, type CheckedProvider, type Json, type Report, type RuleProblem } from './rule.ts';

const CHECKS: Readonly<
  Record<CheckedProvider, (messages: readonly Json[], report: Report) => void>
> = {
  openai: checkChat,
  'openai-responses': checkItems,
  anthropic: checkMessages,
  gemini: checkContents,
};

/** Returns whether the checker has rules for a format. */
export function isChecked(format: string): format is CheckedProvider {
  return Object.hasOwn(CHECKS, format);
}

/** Returns every rule that messages break, according to the provider's documentation alone. Empty for a valid request. */
export function checkProvider(
  provider: CheckedProvider,
  messages: readonly unknown[],
): readonly RuleProblem[] {
  const problems: RuleProblem[] = [];
  const report: Report = (rule, index, message) => problems.push({ rule, index, message });
  const objects = messages.filter(isJson);
  CHECKS[provider](objects, report);
  checkAlternation(provider, objects, report);
  checkNeighbours(provider, objects, report);
  return problems;
}

/** Returns the output's problems, without those of rules that the input already broke. */
export function newlyBroken(
  provider: CheckedProvider,
  before: readonly unknown[],
  after: readonly unknown[],
): readonly RuleProblem[] {
  const known = new Set(checkProvider(provider, before).map(({ rule }) => rule));
  return checkProvider(provider, after).filter(({ rule }) => !known.has(rule));
}
