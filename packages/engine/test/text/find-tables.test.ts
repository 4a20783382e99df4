import { findTables } from '../../src/text/index.ts';
import { expect, test } from 'vitest';

const TABLES: Readonly<Record<string, string>> = {
  commas: 'id,owner,price\nberth-1,tide,4.5\nberth-2,quay,7',
  'commas, and two columns': 'a,b\n1.24e-24,2\n3.23e-15,4',
  tabs: 'id\towner\tprice\nberth-1\ttide\t4.5\nberth-2\tquay\t7',
  'columns with aligned edges':
    'Name      Owner    Price\nberth-1   tide       4.5\nberth-2   quay      17.0\nberth-3   mast       9.0',
  capitals: 'NAME READY STATUS\ngate-1 1/1 Running\ngate-2 0/1 Pending',
  'a rule of a database': ' id | owner\n----+-------\n  1 | tide\n  2 | quay',
  'a frame': '+----+-------+\n| id | owner |\n+----+-------+\n|  1 | tide  |\n|  2 | quay  |',
  Markdown: '| Berth | Price |\n|---|--:|\n| A | 4.5 |\n| B | 7 |',
  'Markdown with short rules': 'Berth | Price\n--|--\nA | 4.5\nB | 7',
};

test.each(Object.entries(TABLES))('finds the header of a table with %s', (_, text) => {
  const own = text.split('\n');
  const lines = ['Shown below:', '', ...own, '', 'That is all, for now.'];
  const from = 2 + own.findIndex((line) => /\d/.test(line));
  const to = 2 + own.findLastIndex((line) => /\d/.test(line)) + 1;
  const [table, ...others] = findTables(lines);
  expect(others).toEqual([]);
  expect(table).toMatchObject({ header: 2, from });
  // The lower edge of a frame is a row.
  expect([to, to + 1]).toContain(table!.to);
});

test.each([
  ['prose', 'One, two, and three.\nThen four, five, and six.\nSeven, eight, nine.'],
  ['pairs of words', 'one,two\nthree,four\nfive,six'],
  ['two names above other rows', 'x,y\nf(1, 2)\n3,4'],
  ['code', 'const a = [1, 2, 3];\nconst b = [4, 5, 6];\nconst c = [7, 8, 9];'],
  ['a log', '2026-03-01 INFO  one 1\n2026-03-01 INFO  two 2\n2026-03-01 INFO  three 3'],
  ['a header without rows', 'id,owner,price\nberth-1,tide,4.5'],
  ['rows without a header', '1,2,3\n4,5,6\n7,8,9'],
  [
    'words in capitals above prose',
    'ALL TESTS PASSED\nThe run took two seconds.\nNothing else to do.',
  ],
  ['a long line of dashes', `a | b\n${'-'.repeat(100_000)} end\ny\nz`],
])('finds no table in %s', (_, text) => {
  expect(findTables(text.split('\n'))).toEqual([]);
});

test('finds each of several tables', () => {
  const lines = `${TABLES['commas']}\n\n${TABLES['capitals']}`.split('\n');
  expect(findTables(lines)).toEqual([
    { header: 0, from: 1, to: 3 },
    { header: 4, from: 5, to: 7 },
  ]);
});
