import type { FamilyName } from '../../retention/families.ts';
import { SHOWN_BUDGET as budget } from '../../retention/places.ts';
import { findRow } from '../find-row.ts';
import { decimal, markdownTable, percent } from '../markdown-table.ts';
import type { Results } from '../results-read.ts';

const NEWEST = 'newest only';
const ofNewest = (value: number | null): string => `${percent(value)}: only the newest messages`;

/** Formats the figures that answer most questions: what was measured, the default strategy, and one to compare it with. */
export function summarySection({ retention, questions, replay, speed }: Results): string {
  const equal = (family: FamilyName) =>
    findRow(retention.figures.equalSize, { family, theirs: NEWEST });
  const [coding, service] = [equal('coding-claude-code'), equal('service dialogues')];
  const demandsOf = (method: string): number | null =>
    findRow(retention.figures.rows, { family: coding.family, budget, method }).survived
      .demands_short;
  const foundBy = (method: string): number | null =>
    findRow(questions.figures.rows, { budget, method }).hit20;
  const cost = (policy: string) =>
    findRow(replay.figures.rows, { window: '128k', prices: 'anthropic', group: 'inside', policy });
  const speedOf = (strategy: string): string => {
    const row = { input: 'recorded coding sessions', name: `${strategy} to 0.5` };
    return `${decimal(findRow(speed.times.speed, row).megabytesPerSecond, 0)} MB/s`;
  };
  return markdownTable(
    ['measured', '`salience`', 'in comparison'],
    [
      [
        `names and numbers that the agent used later, in ${percent(coding.kept[0])} of the tokens of a coding session`,
        percent(coding.survived.all[0]),
        ofNewest(coding.survived.all[1]),
      ],
      [
        `the same in ${percent(service.kept[0])} of the tokens of a customer service dialogue`,
        percent(service.survived.all[0]),
        ofNewest(service.survived.all[1]),
      ],
      [
        'instructions of users, word for word, in a quarter of the tokens of a coding session',
        percent(demandsOf('salience')),
        ofNewest(demandsOf(NEWEST)),
      ],
      [
        'questions about meetings whose evidence a search finds, in a quarter of the tokens',
        percent(foundBy('salience')),
        ofNewest(foundBy(NEWEST)),
      ],
      [
        `price of ${cost('ours').sessions} coding sessions that exceed a window of 128k tokens (Anthropic)`,
        `${decimal(cost('ours').bill, 2)} $`,
        `${decimal(cost('threshold-masking').bill, 2)} $: old tool results masked at a threshold`,
      ],
      [
        'compression of coding sessions to half of their tokens, on one core',
        speedOf('salience'),
        `${speedOf('top-down-truncation')}: \`top-down-truncation\``,
      ],
    ],
  );
}
