import { decimal, markdownTable, type Cell } from '../markdown-table.ts';
import type { QuestionContest, Results } from '../results-read.ts';

const SHOWN = 25;

/** Formats how much evidence can still be found in long meetings. */
export function questionsSection({ questions }: Results): string | undefined {
  if (questions === undefined) return undefined;
  const { rows, equalSize } = questions.figures;
  const [first] = rows;
  return [
    `${first?.conversations} meetings, ${first?.questions} questions. Per cent; in the row \`everything\`, what can be reached at most.`,
    '![Characters kept against questions whose evidence is found, and against words of the evidence](plots/questions.svg)',
    markdownTable(
      ['method', 'asked for', 'left', 'found among 5', 'found among 20', 'words of the evidence'],
      rows.map(({ method, budget, kept, hit5, hit20, keptWords }): Cell[] => [
        method,
        budget === null ? null : `${budget} %`,
        ...[kept, hit5, hit20, keptWords].map(tenth),
      ]),
    ),
    'In the same room (words of the evidence, and evidence found among 20):',
    markdownTable(
      [
        'ours',
        'against',
        'asked for',
        'left',
        'words: ours',
        'theirs',
        'found: ours',
        'theirs',
        'too large',
      ],
      equalSize
        .filter(isShown)
        .map((row): Cell[] => [
          row.ours,
          row.theirs,
          row.budget === null ? null : `${row.budget} %`,
          row.kept.map((value) => tenth(value) ?? '–').join(' / '),
          ...row.keptWords.map(tenth),
          ...row.hit20.map(tenth),
          row.short,
        ]),
    ),
  ].join('\n\n');
}

/** Returns whether a comparison is shown, at one size: `salience` with others, and `extractive` with the truncation that it replaces. */
function isShown({ ours, theirs, budget }: QuestionContest): boolean {
  const isOfSize = budget === null || budget === SHOWN;
  return isOfSize && (ours === 'salience' || theirs === 'head and tail');
}

function tenth(value: number | null): string | null {
  return value === null ? null : decimal(value, 1);
}
