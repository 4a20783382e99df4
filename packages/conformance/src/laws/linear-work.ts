import type { Invariant } from '../trial.ts';

export const linearWork: Invariant = {
  name: 'law-9-linear-work',
  guarantee:
    'Work grows with the history, not with its square: four times the entries, or blocks in one, are not looked at much more than four times as often.',
};
