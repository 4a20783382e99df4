import type { Candidate, Decision, PreservationRule } from './candidate.ts';
import { preservationRules } from './preservation-rules.ts';

const DEFAULT_RULES = preservationRules();

/** Returns the verdict of the first rule that has one. Without one, the message may be compressed, by the rule `default`. */
export function decide(
  candidate: Candidate,
  rules: readonly PreservationRule[] = DEFAULT_RULES,
): Decision {
  for (const rule of rules) {
    const verdict = rule.decide(candidate);
    if (verdict !== undefined) return { ...verdict, rule: rule.name };
  }
  return { action: 'compress', rule: 'default' };
}
