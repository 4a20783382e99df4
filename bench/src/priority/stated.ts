import { createDice, type Dice } from '../dice.ts';
import { contentText, type ChatMessage } from '../retention/chat-message.ts';
import { requestTokens } from '../retention/request-tokens.ts';
import type { ShrinkChat } from './item-survival.ts';

/** A sentence of a person with the values that must survive. */
type Said = readonly [sentence: string, ...values: string[]];

const NAMES = ['Mara', 'Jonas', 'Ines', 'Teodor', 'Ruth', 'Pavel', 'Aiko', 'Salim'];
const THINGS = ['harbour', 'crane', 'tariff', 'ledger', 'beacon', 'quay', 'pilot', 'anchor'];

const date = (dice: Dice): string => `2027-${dice.between(10, 12)}-${dice.between(10, 28)}`;
const code = (dice: Dice): string => `${dice.pick(THINGS)}-${dice.between(100, 999)}`;

/** What people state once: rules, facts, goals, decisions and preferences, in their own words. */
const STATED: readonly ((dice: Dice) => Said)[] = [
  (dice) => said`Never touch the table ${code(dice)} on production.`,
  (dice) => said`You must ask ${dice.pick(NAMES)} before you delete ${code(dice)}.`,
  (dice) => said`Don't log the token of ${code(dice)} anywhere.`,
  (dice) => said`All prices have to be rounded to ${String(dice.between(2, 9))} digits.`,
  (dice) => said`My name is ${dice.pick(NAMES)} and I work on the ${dice.pick(THINGS)} team.`,
  (dice) => said`The staging host is ${code(dice)}.port.internal.`,
  (dice) => said`Our database runs Postgres ${String(dice.between(12, 17))} on ${code(dice)}.`,
  (dice) => said`The ticket for this is ${code(dice).toUpperCase()}.`,
  (dice) => said`We settled on option ${dice.pick(['A', 'B', 'C'])} for the ${code(dice)} import.`,
  (dice) => said`We agreed to use ${code(dice)}, not the old queue.`,
  (dice) => said`Our goal is to ship ${code(dice)} before ${date(dice)}.`,
  (dice) => said`The next step is the migration of ${code(dice)}.`,
  (dice) => said`I prefer short answers about ${code(dice)}.`,
  (dice) => said`The invoice of ${dice.pick(NAMES)} is due on ${date(dice)}.`,
];

/** What people state, and later state anew: the value of the first must not stand as if it held. */
const RENEWED: readonly ((dice: Dice) => readonly [old: Said, renewed: Said])[] = [
  (dice) => [
    said`The release is planned for ${date(dice)}.`,
    said`The release has moved to ${date(dice)}.`,
  ],
  (dice) => [
    said`The budget for the fair is $${String(dice.between(200, 499))}.`,
    said`The budget for the fair is $${String(dice.between(500, 999))}.`,
  ],
  (dice) => [
    said`We call the crawler ${code(dice)}.`,
    said`The crawler is called ${code(dice)} now.`,
  ],
  (dice) => [
    said`Work on branch feature/${code(dice)}.`,
    said`I switched the work to branch feature/${code(dice)}.`,
  ],
];

/** Joins a sentence with its values. */
function said(texts: TemplateStringsArray, ...values: readonly string[]): Said {
  return [String.raw({ raw: texts }, ...values), ...values];
}

/** Sentences of people that nobody needs later. */
const TALK = [
  'Let us look at how the import walks through the folders.',
  'The retries wait a little longer each time.',
  'I read the notes of the last meeting again.',
  'There was a smoke test for that some time ago.',
  'It ran through without any trouble on the small machine.',
  'The draft of the page is still a bit rough.',
  'That helper had a strange name before.',
  'Somebody should tidy up the shared folder one day.',
];

/** What is left of what people said in chats, at one size. */
export interface StatedRow {
  /** Tokens of the target as a share of the chat, in per cent. */
  readonly target: number;
  /** Statements that stand whole with all values, of all that still hold. */
  readonly kept: number;
  readonly of: number;
  /** Statements that are still there although a newer one replaced them, of all such. */
  readonly stale: number;
  readonly renewed: number;
  /** Chats that exceed the target after any of their compressions. */
  readonly over: number;
  readonly chats: number;
}

const CHATS = 12;
const ROUNDS = 3;

/** Measures what stays of what people stated in chats, compressed several times in a row. */
export async function measureStated(shrink: ShrinkChat): Promise<readonly StatedRow[]> {
  const rows: StatedRow[] = [];
  for (const target of [30, 20, 10]) {
    const row = { target, kept: 0, of: 0, stale: 0, renewed: 0, over: 0, chats: CHATS };
    for (let seed = 0; seed < CHATS; seed += 1) {
      const { messages, current, replaced } = writeChat(createDice(seed));
      const targetTokens = Math.floor((target / 100) * requestTokens(messages));
      let left: readonly ChatMessage[] = messages;
      let isOver = false;
      for (let round = 0; round < ROUNDS; round += 1) {
        left = await shrink(left, targetTokens);
        isOver ||= requestTokens(left) > targetTokens;
      }
      if (isOver) row.over += 1;
      const text = left.map(contentText).join('\n');
      row.of += current.length;
      row.kept += current.filter((values) => values.every((value) => text.includes(value))).length;
      row.renewed += replaced.length;
      row.stale += replaced.filter((sentence) => text.includes(sentence)).length;
    }
    rows.push(row);
  }
  return rows;
}

interface Chat {
  readonly messages: readonly ChatMessage[];
  /** The values of each statement that holds at the end. */
  readonly current: readonly (readonly string[])[];
  /** Statements that do not. */
  readonly replaced: readonly string[];
}

function writeChat(dice: Dice): Chat {
  const pairs = RENEWED.map((write) => write(dice));
  const once = STATED.map((write) => write(dice));
  const statements = [
    ...pairs.map(([old]) => old),
    ...once,
    ...pairs.map(([, renewed]) => renewed),
  ];
  const messages: ChatMessage[] = [{ role: 'system', content: 'You help with the port.' }];
  const say = (content: string): void => {
    messages.push({ role: 'user', content }, { role: 'assistant', content: 'Noted, I go on.' });
  };
  for (const [sentence] of statements) {
    for (let talk = 0; talk < 3; talk += 1) say(dice.pick(TALK));
    say(sentence);
  }
  for (let talk = 0; talk < 3; talk += 1) say(dice.pick(TALK));
  const holding = [...once, ...pairs.map(([, renewed]) => renewed)];
  return {
    messages,
    current: holding.map(([, ...values]) => values),
    replaced: pairs.map(([[old]]) => old),
  };
}
