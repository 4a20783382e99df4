import type { IContent } from '@palimpsest/core-types';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { compressed, recordOf } from './compressed.ts';

type Builder = ReturnType<typeof history>;

/** A session whose output has many alike things, followed by an ending that names one of them. */
function sessionWith(output: string, end: (said: Builder) => Builder): readonly IContent[] {
  const said = history()
    .human('Show what the port has.')
    .call('run_shell_command', { command: './show.sh' })
    .result(output)
    .ai('I have it.');
  return end(said).build();
}

const NAMES = Array.from({ length: 150 }, (_, at) => `berth-${1_000 + at}`);
const ROWS = ['id,state,price', ...NAMES.map((name, at) => `${name},free,${at}.25`)].join('\n');
const ROW = 'berth-1041,free,41.25';

const ENDINGS: Readonly<Record<string, (said: Builder) => Builder>> = {
  'the newest request names': (said) => said.human('What does berth-1041 cost?'),
  'a call without an answer names': (said) =>
    said
      .human('Then prepare the invoice.')
      .call('find_price', { name: 'berth-1041' })
      .result('Use the list.'),
  'the last words of the agent name': (said) =>
    said
      .human('Then prepare the invoice.')
      .ai('Next I need the price of berth-1041.')
      .call('run_shell_command', { command: 'date' })
      .result('Mon Mar  2 2026'),
};

test.each(Object.entries(ENDINGS))('the row that %s stays first', async (_, end) => {
  for (const ratio of [0.7, 0.4]) {
    const record = recordOf(await compressed(sessionWith(ROWS, end), { ratio }));
    expect(record).toContain(ROW);
    expect(record).toContain('id,state,price');
  }
});

const GROUPS: Readonly<Record<string, { output: string; kept: readonly string[] }>> = {
  'a function': {
    output: NAMES.map(
      (name, at) =>
        `function price${name.slice(6)}(days) {\n  const rate = ${at}.25;\n\n  return rate * days;\n}\n`,
    ).join('\n'),
    kept: ['function price1041(days) {', '  const rate = 41.25;', '  return rate * days;', '}'],
  },
  'an object in a list': {
    output: JSON.stringify(
      NAMES.map((id, at) => ({
        id,
        owner: `The owner of berth ${at}, who lives at the quay and is away in winter`,
        price1041: at,
      })).map(({ price1041, ...item }) => ({ ...item, price: price1041 })),
    ),
    kept: ['The owner of berth 41, who lives at the quay', 'price: 41'],
  },
  'a block of fields': {
    output: NAMES.map((name, at) => `Name: ${name}\nOwner: tide ${at}\nPrice: ${at}.25\n`).join(
      '\n',
    ),
    kept: ['Name: berth-1041', 'Owner: tide 41', 'Price: 41.25'],
  },
};

test.each(Object.entries(GROUPS))(
  'of %s that the newest request names, all lines stay',
  async (_, { output, kept }) => {
    const name = output.includes('price1041') ? 'price1041' : 'berth-1041';
    const before = sessionWith(output, (said) => said.human(`What about ${name}?`));
    const record = recordOf(await compressed(before, { ratio: 0.3 }));
    for (const line of kept) expect(record).toContain(line);
  },
);

test('a name that most lines hold says nothing about each of them', async () => {
  const output = NAMES.map((name) => `${name} harbourGate ${'and so on '.repeat(8)}`).join('\n');
  const before = sessionWith(output, (said) => said.human('Close harbourGate, please.'));
  const record = recordOf(await compressed(before, { ratio: 0.2 }));
  expect(record.match(/harbourGate/g)!.length).toBeLessThan(40);
});
