import { agent, edit, failing, glob, grep, person, read, run, write } from '../steps.ts';
import type { Step } from '../steps.ts';

const HISTORY = 'packages/history';
const SOURCE = `${HISTORY}/src/exchange-lookup.ts`;
const TEST = `${HISTORY}/test/exchange-lookup.test.ts`;

/** A small addition to the algebra of histories: a wrong first version, and a type error the tests do not see. */
export const exchangeLookup: readonly Step[] = [
  person(
    `No, leave the drives. Something else, in \`packages/history\`: I keep searching through \`exchanges\` to learn which of them an entry belongs to. Please add \`exchangeLookup(index)\` with one question, \`at(entry)\`: the exchanges that entry takes part in, by calling or by answering, oldest first, each once. Nothing for an entry that does neither. Built in one pass, each question in constant time. Strategies may have it from the package's entry.`,
  ),
  agent(
    '',
    glob(`${HISTORY}/**/*.ts`),
    read(`${HISTORY}/src/exchange-index.ts`),
    read(`${HISTORY}/src/safe-cuts.ts`),
    read(`${HISTORY}/src/index.ts`),
  ),
  agent(
    '`safeCuts` is the pattern to follow: a function over the index, answers prepared once. Where do others look through `exchanges` today, and how do tests build a history?',
    grep('exchanges|indexExchanges', 'packages'),
    read(`${HISTORY}/src/exchange-units.ts`),
    read('packages/testing/src/builder.ts'),
  ),
  agent(
    'Worth knowing from `exchange-units.ts`: one tool entry may answer several exchanges, and one exchange may be answered by several entries. Tests first: the plain story, parallel calls answered in one entry, one entry that answers two exchanges, and a property against the slow way.',
    write(
      TEST,
      `import { history } from '@palimpsest/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exchangeLookup, indexExchanges } from '../src/index.ts';

test('an entry that calls and the entry that answers belong to the same exchange', () => {
  const index = indexExchanges(
    history().human('Look').call('read_file').result('x').ai('Done.').build(),
  );
  const lookup = exchangeLookup(index);
  expect(lookup.at(0)).toEqual([]);
  expect(lookup.at(1)).toEqual([index.exchanges[0]]);
  expect(lookup.at(2)).toEqual([index.exchanges[0]]);
  expect(lookup.at(3)).toEqual([]);
});

test('parallel calls that one entry answers are one exchange, told once', () => {
  const index = indexExchanges(
    history().human('Look').calls(['read_file'], ['grep']).results('x', 'y').build(),
  );
  expect(exchangeLookup(index).at(2)).toEqual([index.exchanges[0]]);
});

test('an entry that answers two exchanges belongs to both, the older first', () => {
  const index = indexExchanges(
    history().human('Look').call('read_file').call('grep').results('x', 'y').build(),
  );
  expect(exchangeLookup(index).at(3)).toEqual(index.exchanges);
});

test('no entry, no exchange', () => {
  const lookup = exchangeLookup(indexExchanges([]));
  for (const entry of [-1, 0, 0.5, Number.NaN]) expect(lookup.at(entry)).toEqual([]);
});

const call = fc.record({ calls: fc.integer({ min: 1, max: 3 }), answers: fc.integer({ min: 0, max: 3 }) });

test('it says what a search through all exchanges says', () => {
  fc.assert(
    fc.property(fc.array(call, { maxLength: 12 }), (turns) => {
      let builder = history().human('Go');
      let open = 0;
      for (const { calls, answers } of turns) {
        builder = builder.calls(...Array.from({ length: calls }, () => ['grep'] as const));
        open += calls;
        const given = Math.min(open, answers);
        open -= given;
        if (given > 0) builder = builder.results(...Array.from({ length: given }, String));
      }
      const index = indexExchanges(builder.build());
      const lookup = exchangeLookup(index);
      for (const entry of index.history.keys()) {
        const searched = index.exchanges.filter(
          ({ start, calls }) =>
            start === entry || calls.some(({ response }) => response?.entry === entry),
        );
        expect(lookup.at(entry)).toEqual(searched);
      }
    }),
  );
});
`,
    ),
    failing(run(`vitest run ${TEST}`)),
  ),
  agent(
    'Now the lookup: callers first, then answers in reading order.',
    write(
      SOURCE,
      `import type { Exchange, ExchangeIndex } from './exchange-index.ts';

/** Which exchanges an entry takes part in. */
export interface ExchangeLookup {
  /** The exchanges that entry \`entry\` calls or answers in, oldest first, each once; none for any other entry. */
  at(entry: number): readonly Exchange[];
}

/** Built in one pass; each question is answered in constant time. */
export function exchangeLookup({ exchanges, responses }: ExchangeIndex): ExchangeLookup {
  const found = new Map<number, Exchange[]>();
  const add = (entry: number, exchange: Exchange): void => {
    const known = found.get(entry);
    if (known === undefined) found.set(entry, [exchange]);
    else known.push(exchange);
  };
  for (const exchange of exchanges) add(exchange.start, exchange);
  for (const { entry, call } of responses) add(entry, exchanges[call.exchange]);
  return { at: (entry) => found.get(entry) ?? [] };
}
`,
    ),
    edit(
      `${HISTORY}/src/index.ts`,
      `export {\n  fitToTarget,`,
      `export { exchangeLookup, type ExchangeLookup } from './exchange-lookup.ts';\nexport {\n  fitToTarget,`,
    ),
    failing(run(`vitest run ${TEST}`)),
  ),
  agent(
    'As the second test foresaw: an entry that answers two calls of one exchange tells it twice. And responses are in reading order, which need not be the order of the exchanges, so the property would fail next. Walking through the exchanges instead of the responses settles both: they come oldest first, and one that is there already can only be the last.',
    edit(
      SOURCE,
      `    if (known === undefined) found.set(entry, [exchange]);
    else known.push(exchange);
  };
  for (const exchange of exchanges) add(exchange.start, exchange);
  for (const { entry, call } of responses) add(entry, exchanges[call.exchange]);
`,
      `    if (known === undefined) found.set(entry, [exchange]);
    // Exchanges come in order, so one that is there already is the last.
    else if (known.at(-1) !== exchange) known.push(exchange);
  };
  for (const exchange of exchanges) {
    add(exchange.start, exchange);
    for (const { response } of exchange.calls) add(response.entry, exchange);
  }
`,
    ),
    failing(run(`vitest run ${TEST}`)),
    failing(run('tsc -p tsconfig.json')),
  ),
  agent(
    'Types and tests say the same: a call may have no response. And `responses` is not needed any more.',
    read(SOURCE),
  ),
  agent(
    '',
    edit(
      SOURCE,
      `    for (const { response } of exchange.calls) add(response.entry, exchange);`,
      `    for (const { response } of exchange.calls) {
      if (response !== undefined) add(response.entry, exchange);
    }`,
    ),
    edit(
      SOURCE,
      `export function exchangeLookup({ exchanges, responses }: ExchangeIndex)`,
      `export function exchangeLookup({ exchanges }: ExchangeIndex)`,
    ),
    run(`vitest run ${TEST}`),
    run('tsc -p tsconfig.json'),
  ),
  agent(
    'Does the property really guard the "each once"? I break it on purpose to see.',
    run(
      `sed -i 's/else if (known.at(-1) !== exchange) known.push/else known.push/' ${SOURCE}; vitest run ${TEST} 2>&1 | grep -E '✓|×|Tests'; sed -i 's/else known.push/else if (known.at(-1) !== exchange) known.push/' ${SOURCE}; git diff --stat; grep -n 'known.at' ${SOURCE}`,
    ),
    run(
      `oxfmt ${SOURCE} ${TEST} ${HISTORY}/src/index.ts && oxlint --type-aware --deny-warnings ${HISTORY}`,
    ),
  ),
  agent(
    `\`exchangeLookup(index).at(entry)\` is there, exported from the entry of \`@palimpsest/history\`. Both the example and the property fail when "each once" is broken on purpose. It holds one list for each entry that calls or answers and none for the rest, and is built in one walk through the calls.`,
  ),
];
