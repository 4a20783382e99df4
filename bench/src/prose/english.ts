import type { Dice } from '../dice.ts';

const PEOPLE = [
  'Marta',
  'Jonas',
  'Priya',
  'Tomás',
  'Ingrid',
  'Yusuf',
  'Dr. Okafor',
  'the night shift',
  'our supplier',
  'the second team',
  'the auditor',
  'a customer in Leeds',
];
const SYSTEMS = [
  'the billing service',
  'the greenhouse controller',
  'PaymentGateway',
  'the import job',
  'the search index',
  'sessionStore',
  'the mobile app',
  'retry_queue',
  'the warehouse scanner',
  'the nightly backup',
  'RouteOptimizer',
  'the label printer',
  'the water meter in hall 3',
  'orderLedger',
];
const PROBLEMS = [
  'loses its place when the clock is set back',
  'answers slowly after a cold start',
  'writes the same row twice',
  'rejects addresses with an accent',
  'forgets the time zone',
  'keeps a connection open far too long',
  'prints the old tariff',
  'counts returned parcels as sold',
  'stops reading at the first empty line',
  'shows yesterday as today to people in Auckland',
];
const ACTIONS = [
  'move the check in front of the loop',
  'ask for the reading twice and compare',
  'split the report into two pages',
  'replace the cable before the weekend',
  'write the result to a file and read it back',
  'raise the limit and watch the queue',
  'drop the second index',
  'call the plumber first',
  'keep both versions side by side for a while',
  'turn the warning into an error',
  'start again from the sample of last spring',
];
const REASONS = [
  'nobody reads that page anyway',
  'the old format had no field for it',
  'two people could edit it at once',
  'the sensor is rated for dry rooms only',
  'the contract names a fixed price',
  'the cache is warm by then',
  'a rollback would take the whole morning',
  'the first attempt hid the real error',
  'the seedlings need the light more than we do',
  'the numbers were rounded too early',
];
const TIMES = [
  'on Monday',
  'since the last release',
  'before breakfast',
  'in the middle of the migration',
  'during the storm',
  'twice a week',
  'at the end of the quarter',
  'after about an hour',
  'within the first ten minutes',
];
const TOPICS = [
  'the seating plan',
  'rate limits',
  'the shape of the roof',
  'how dates are parsed',
  'the cost of paper',
  'who may approve a refund',
  'the tasting menu',
  'what counts as a duplicate',
  'the order of the tabs',
  'soil with too much clay',
];
const FILES = [
  'src/ledger/totals.ts',
  'lib/readings.py',
  'docs/handover.md',
  'config/zones.yaml',
  'app/screens/basket.tsx',
  'scripts/reindex.sh',
];
const OPENERS = [
  'Well, ',
  'Sure, ',
  'As far as I can see, ',
  'To be fair, ',
  'In short, ',
  'Then ',
];

/** Sentences of everyday technical talk with variable parts, so that few are equal. */
const SENTENCES: readonly ((dice: Dice) => string)[] = [
  ({ pick }) => `${capital(pick(SYSTEMS))} ${pick(PROBLEMS)}, and ${pick(REASONS)}.`,
  ({ pick }) =>
    `${capital(pick(PEOPLE))} noticed ${pick(TIMES)} that ${pick(SYSTEMS)} ${pick(PROBLEMS)}.`,
  ({ pick }) => `We could ${pick(ACTIONS)}, because ${pick(REASONS)}.`,
  ({ pick }) => `Could you ${pick(ACTIONS)} and tell ${pick(PEOPLE)} about ${pick(TOPICS)}?`,
  ({ pick, between }) =>
    `It took ${between(2, 900)} ms ${pick(TIMES)} and ${between(1, 40)}.${between(1, 9)} seconds on the small machine.`,
  ({ pick }) => `You must never ${pick(ACTIONS)} while ${pick(SYSTEMS)} is running!`,
  ({ pick }) => `Have a look at ${pick(FILES)}, e.g. the part about ${pick(TOPICS)}.`,
  ({ pick, between }) =>
    `Version ${between(1, 6)}.${between(0, 20)}.${between(0, 9)} changed ${pick(TOPICS)}, yet ${pick(SYSTEMS)} still ${pick(PROBLEMS)}.`,
  ({ pick }) =>
    `"Please ${pick(ACTIONS)}", said ${pick(PEOPLE)} when we talked about ${pick(TOPICS)}.`,
  ({ pick }) =>
    `${pick(OPENERS)}${pick(PEOPLE)} would rather ${pick(ACTIONS)} than argue about ${pick(TOPICS)}.`,
  ({ pick }) =>
    `No, it was never ${pick(TOPICS)}; ${pick(SYSTEMS)} ${pick(PROBLEMS)} for another reason.`,
  ({ pick, between }) =>
    `Of ${between(20, 4000)} requests, ${between(2, 19)} failed ${pick(TIMES)} since ${pick(REASONS)}.`,
  ({ pick }) => `What happens to ${pick(TOPICS)} if ${pick(PEOPLE)} decides to ${pick(ACTIONS)}?`,
  ({ pick }) =>
    `The important part is ${pick(TOPICS)}: without it ${pick(SYSTEMS)} ${pick(PROBLEMS)}.`,
  ({ pick }) => `I agree, let us ${pick(ACTIONS)} ${pick(TIMES)}.`,
];

/** Returns sentences of at least `length` characters in total, usually slightly more. */
export function englishParagraph(dice: Dice, length: number): string {
  let text = '';
  while (text.length < length) text += (text === '' ? '' : ' ') + dice.pick(SENTENCES)(dice);
  return text;
}

/** Returns words without punctuation, exactly `length` characters. */
export function unterminatedLine({ pick }: Dice, length: number): string {
  const lists = [PROBLEMS, ACTIONS, REASONS, TOPICS];
  let text = '';
  while (text.length < length) text += `${pick(pick(lists))} `;
  return text.slice(0, length - 1).concat('x');
}

/** Returns a line without final punctuation, such as a heading, a remark or a list item. */
export function englishLine({ pick, between }: Dice): string {
  return `${pick(ACTIONS)} for ${pick(PEOPLE)} as in note ${between(1, 99_999)}`;
}

function capital(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1);
}
