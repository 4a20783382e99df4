import type { Dice } from '../dice.ts';

/** A text with rows, in one of which the open question is interested. */
interface RowText {
  /** The lines of the text. */
  readonly lines: readonly string[];
  /** What names the asked row. */
  readonly name: string;
  /** The lines that belong to the asked row: without one of them the answer is incomplete. */
  readonly wanted: readonly string[];
}

const WORDS =
  'anchor berth buoy cargo chart crane customs deck dock engine fuel gate harbour hull invoice lamp ledger mast pilot pump quay radio ramp rope signal tank tariff tide valve'.split(
    ' ',
  );

export const word = (dice: Dice): string => dice.pick(WORDS);
const amount = (dice: Dice): string => (dice.between(100, 9_999) / 100).toString();
const note = (dice: Dice): string => [word(dice), word(dice), word(dice), word(dice)].join(' ');

/** Returns a text with as many rows, and which one is asked for. Each row has its own name. */
type WriteRows = (rows: number, asked: number, dice: Dice) => RowText;

/** Texts of rows that take one or several lines each, with the lines before them. Those of a table belong to each row. */
function rowsOf(
  head: readonly string[],
  nameOf: (at: number, dice: Dice) => string,
  linesOf: (name: string, dice: Dice) => readonly string[],
): WriteRows {
  return (rows, asked, dice) => {
    const all = Array.from({ length: rows }, (_, at) => {
      const name = nameOf(at, dice);
      return { name, lines: linesOf(name, dice) };
    });
    const { name, lines } = all[asked]!;
    const header = head.slice(head.findLastIndex((line) => line === '') + 1);
    const wanted = [...header, ...lines.map((line) => line.trim())].filter((line) =>
      /\w/.test(line),
    );
    return { lines: [...head, ...all.flatMap((row) => row.lines)], name, wanted };
  };
}

const numbered = (prefix: string) => (at: number) => `${prefix}-${1_000 + at}`;

export const ROW_TEXTS: Readonly<Record<string, WriteRows>> = {
  csv: rowsOf(['id,state,owner,price,note'], numbered('berth'), (name, dice) => [
    `${name},${dice.pick(['free', 'taken'])},${word(dice)}${dice.between(1, 99)},${amount(dice)},${note(dice)}`,
  ]),
  log: rowsOf([], numbered('job'), (name, dice) => [
    `2026-03-0${dice.between(1, 9)}T1${dice.between(0, 9)}:2${dice.between(0, 9)}:07Z INFO ${name} ${word(dice)} ${word(dice)} took ${dice.between(20, 990)}ms`,
  ]),
  code: rowsOf(
    ["import { fees } from './fees.ts';", ''],
    (at, dice) => `price${word(dice).replace(/^./, (letter) => letter.toUpperCase())}${1_000 + at}`,
    (name, dice) => [
      `export function ${name}(days: number): number {`,
      `  const rate = ${amount(dice)};`,
      `  if (days > ${dice.between(3, 30)}) return rate * days * fees.${word(dice)};`,
      `  return rate * days;`,
      '}',
      '',
    ],
  ),
  records: rowsOf([], numbered('berth'), (name, dice) => [
    `Name: ${name}`,
    `Owner: ${word(dice)} ${word(dice)}`,
    `Price: ${amount(dice)}`,
    `State: ${dice.pick(['free', 'taken'])}`,
    '',
  ]),
  markdown: rowsOf(
    ['# Berths', '', '| Berth | State | Price | Note |', '|---|---|--:|---|'],
    numbered('berth'),
    (name, dice) => [
      `| ${name} | ${dice.pick(['free', 'taken'])} | ${amount(dice)} | ${note(dice)} |`,
    ],
  ),
  json: (rows, asked, dice) => {
    const items = Array.from({ length: rows }, (_, at) => ({
      id: `berth-${1_000 + at}`,
      owner: `${word(dice)}${dice.between(1, 99)}`,
      price: Number(amount(dice)),
      tags: [word(dice), word(dice)],
      note: note(dice),
    }));
    const { id, owner, price, note: said } = items[asked]!;
    return {
      lines: [JSON.stringify({ total: rows, items })],
      name: id,
      wanted: [id, owner, String(price), said],
    };
  },
};
