import { findRoleProblems, type ResultLaw, type RoleRule } from '@palimpsest/history';
import type { TrialLaw } from '../law.ts';
import { ofCompress } from './every-result.ts';

/** What providers and chat templates demand of roles. A history that breaks a rule already is not held to it. */
const LAWS: readonly ResultLaw[] = [
  law('starts-with-user', 'Where the history begins with the user, so does the result.'),
  law(
    'call-follows-user',
    'Where every turn of the model with a call follows the user or a tool result, it still does.',
  ),
  law('alternation', 'Where user and assistant take turns, they still do.'),
];

export const lawsOfRoles: readonly TrialLaw[] = LAWS.map(ofCompress);

function law(rule: RoleRule, promise: string): ResultLaw {
  return {
    name: `roles-${rule}`,
    promise,
    *find({ before, after }) {
      if ([...findRoleProblems(before)].some((problem) => problem.rule === rule)) return;
      for (const { rule: broken, index } of findRoleProblems(after)) {
        if (broken === rule) yield [index, MESSAGES[rule]];
      }
    },
  };
}

const MESSAGES: Readonly<Record<RoleRule, string>> = {
  'starts-with-user': 'the result begins with a turn of the model',
  'call-follows-user': 'a turn of the model with a call follows a turn of the model',
  alternation: 'two entries of the same role stand next to each other',
};
