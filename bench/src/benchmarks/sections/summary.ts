import { markdownTable } from '../markdown-table.ts';
import { fillReferences } from '../references.ts';
import type { Results } from '../results-read.ts';

const EQUAL = 'retention.equalSize | theirs=newest only';
const CODING = `${EQUAL} | family=coding-claude-code`;
const SERVICE = `${EQUAL} | family=service dialogues`;
const DEMANDS = 'retention.rows | family=coding-claude-code | budget=25';
const FOUND = 'questions.rows | budget=25';
const REPLAY = 'replay.rows | window=128k | prices=anthropic | group=inside';
const SPEED = 'speed.times.speed | input=recorded coding sessions';

/** What was measured, the figure of the default strategy, and one to compare it with. */
const ROWS: readonly (readonly [string, string, string])[] = [
  [
    `names and numbers that the agent used later, in {{${CODING} | kept.0 | 1 %}} of the tokens of a coding session`,
    `{{${CODING} | survived.all.0 | 1 %}}`,
    `{{${CODING} | survived.all.1 | 1 %}}: only the newest messages`,
  ],
  [
    `the same in {{${SERVICE} | kept.0 | 1 %}} of the tokens of a customer service dialogue`,
    `{{${SERVICE} | survived.all.0 | 1 %}}`,
    `{{${SERVICE} | survived.all.1 | 1 %}}: only the newest messages`,
  ],
  [
    'instructions of users, word for word, in a quarter of the tokens of a coding session',
    `{{${DEMANDS} | method=salience | survived.demands_short | 1 %}}`,
    `{{${DEMANDS} | method=newest only | survived.demands_short | 1 %}}: only the newest messages`,
  ],
  [
    'questions about meetings whose evidence a search finds, in a quarter of the tokens',
    `{{${FOUND} | method=salience | hit20 | 1 %}}`,
    `{{${FOUND} | method=newest only | hit20 | 1 %}}: only the newest messages`,
  ],
  [
    `price of {{${REPLAY} | policy=ours | sessions}} coding sessions that exceed a window of 128k tokens (Anthropic)`,
    `{{${REPLAY} | policy=ours | bill | 2}} $`,
    `{{${REPLAY} | policy=threshold-masking | bill | 2}} $: old tool results masked at a threshold`,
  ],
  [
    'compression of coding sessions to half of their tokens, on one core',
    `{{${SPEED} | name=salience to 0.5 | megabytesPerSecond | 0}} MB/s`,
    `{{${SPEED} | name=top-down-truncation to 0.5 | megabytesPerSecond | 0}} MB/s: \`top-down-truncation\``,
  ],
];

/** Formats the figures that answer most questions. */
export function summarySection(results: Results): string {
  return markdownTable(
    ['measured', '`salience`', 'in comparison'],
    ROWS.map((row) => row.map((cell) => fillReferences(cell, results))),
  );
}
