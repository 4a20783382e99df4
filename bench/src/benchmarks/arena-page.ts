import type { Results } from './results-read.ts';
import { readWords } from './words.ts';
import {
  arenaSummary,
  arenaTable,
  behindTable,
  contestantsTable,
  generatedTable,
} from './sections/arena.ts';

/** Renders the page of the arena from its results. */
export function renderArenaPage({ arena }: Results): string {
  const { figures, times } = arena;
  const { rows, sessions } = figures;
  const count = (group: string): number => sessions.filter((one) => one.group === group).length;
  const parts = [
    '# Arena',
    arenaSummary(figures),
    readWords('arena'),
    `## Coding sessions (${count('coding')})`,
    '![Tokens left against values and narrative kept, for every contestant and for salience in as many tokens](plots/arena.svg)',
    arenaTable(rows, 'coding', times.contestants),
    `## Service dialogues (${count('service')})`,
    arenaTable(rows, 'service', times.contestants),
    '## Generated results and chats',
    'A row of a result that a question names, and the only line of its kind, each before 12 more steps of work. Then the weighted share of the items of chats, which only methods with a size can be asked for.',
    generatedTable(figures),
    '## Where `salience` is not first',
    behindTable(figures),
    '## What no measure sees',
    readWords('arena-limits'),
    '## Contestants',
    contestantsTable(figures),
    '## Not in the arena',
    readWords('arena-absent'),
  ];
  return `${parts.join('\n\n')}\n`;
}
