import { SHOWN_BUDGET } from '../../retention/places.ts';
import { markdownTable, tenth, type Cell } from '../markdown-table.ts';
import type { Results } from '../results-read.ts';

/** Formats how much evidence can still be found in long meetings. */
export function questionsSection({ questions }: Results): string {
  const { rows } = questions.figures;
  const [first] = rows;
  return [
    `${first?.conversations} meetings, ${first?.questions} questions, shares in per cent. The row \`everything\` is what can be reached at most. The picture has other targets.`,
    '![Characters kept against questions whose evidence is found, and against words of the evidence](plots/questions.svg)',
    markdownTable(
      ['method', 'left', 'found among 5', 'found among 20', 'words of the evidence'],
      rows
        .filter(({ budget }) => budget === SHOWN_BUDGET || budget === null)
        .map(({ method, kept, hit5, hit20, keptWords }): Cell[] => [
          method,
          ...[kept, hit5, hit20, keptWords].map(tenth),
        ]),
    ),
  ].join('\n\n');
}
