import type { IContent } from '@palimpsest/core-types';
import { countTokensByCharacters, history, type HistoryBuilder } from '@palimpsest/testing';
import { describe, expect, test } from 'vitest';
import { LINE_CHOOSERS, compressed, textOf } from './members.ts';

/** A session whose output has many alike things, followed by an ending that names one of them. */
function sessionWith(
  output: unknown,
  end: (said: HistoryBuilder) => HistoryBuilder,
): readonly IContent[] {
  const said = history()
    .human('Show what the port has.')
    .call('run_shell_command', { command: './show.sh' })
    .result(output)
    .ai('I have it.');
  return end(said).build();
}

const NAMES = Array.from({ length: 150 }, (_, at) => `berth-${1_000 + at}`);
const ROWS = ['id,state,price', ...NAMES.map((name, at) => `${name},free,${at}.25`)].join('\n');

const ENDINGS: Readonly<Record<string, (said: HistoryBuilder) => HistoryBuilder>> = {
  'the newest request names': (said) => said.human('What does berth-1041 cost?'),
  'the newest call names': (said) =>
    said
      .human('Then prepare the invoice.')
      .call('find_price', { name: 'berth-1041' })
      .result('Use the list.'),
  'the last words of the agent name': (said) =>
    said.human('Then prepare the invoice.').ai('Next I need the price of berth-1041.').human('Go.'),
};

const ITEMS: Readonly<Record<string, { output: unknown; kept: readonly string[] }>> = {
  'a function': {
    output: NAMES.map(
      (_, at) =>
        `function price${1_000 + at}(days) {\n  const rate = ${at}.25;\n\n  return rate * days;\n}\n`,
    ).join('\n'),
    kept: ['function price1041(days) {', '  const rate = 41.25;', '  return rate * days;', '}'],
  },
  'an object in a list': {
    output: JSON.stringify(
      NAMES.map((id, at) => ({ id, owner: `The owner of berth ${at}`, price: at })),
    ),
    kept: ['The owner of berth 41', '41'],
  },
  'a block of fields': {
    output: NAMES.map((name, at) => `Name: ${name}\nOwner: tide ${at}\nPrice: ${at}.25\n`).join(
      '\n',
    ),
    kept: ['Name: berth-1041', 'Owner: tide 41', 'Price: 41.25'],
  },
};

/** What people say once. */
const STATED = [
  'My name is Mara and I work on the harbour team.',
  'The staging host is crane-417.port.internal.',
  'We settled on option B for the import.',
  'Our goal is to ship the tariff page before 2027-10-12.',
  'I prefer short answers.',
  'Never touch the ledger on production.',
];
const OLD = 'The budget for the fair is $204.';
const NEW = 'The budget for the fair is $950.';

function chat(): readonly IContent[] {
  const said = history();
  const talk = (): void => {
    for (const words of ['I read the notes again.', 'The draft is a bit rough.', 'It ran through.'])
      said.human(`${words} The helper had another name before. `.repeat(3)).ai('Fine, I go on.');
  };
  for (const sentence of [OLD, ...STATED, NEW]) {
    talk();
    said.human(sentence).ai('Fine, I go on.');
  }
  talk();
  return said.build();
}

describe.each(LINE_CHOOSERS)('$name', (plugin) => {
  const shortened = async (before: readonly IContent[], share: number): Promise<string> =>
    textOf(
      await compressed(plugin, before, {
        targetTokens: Math.floor(share * countTokensByCharacters(before)),
      }),
    );

  test.each(Object.entries(ENDINGS))('the row that %s stays, with its header', async (_, end) => {
    for (const share of [0.7, 0.4]) {
      const left = await shortened(sessionWith(ROWS, end), share);
      expect(left).toContain('berth-1041,free,41.25');
      expect(left).toContain('id,state,price');
    }
  });

  test.each(Object.entries(ITEMS))(
    'of %s that the newest request names, all lines stay',
    async (kind, { output, kept }) => {
      const name = kind === 'a function' ? 'price1041' : 'berth-1041';
      const before = sessionWith(output, (said) => said.human(`What about ${name}?`));
      const left = await shortened(before, 0.3);
      for (const line of kept) expect(left).toContain(line);
    },
  );

  test('what people state stays, and what they state anew replaces the old', async () => {
    const left = await shortened(chat(), 0.4);
    for (const sentence of [...STATED, NEW]) expect(left).toContain(sentence);
    expect(left).not.toContain(OLD);
  });
});
