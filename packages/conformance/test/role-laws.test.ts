import type { IContent } from '@palimpsest/core-types';
import { checkStrategy, createTrials } from '@palimpsest/conformance';
import type { TestCase } from '../src/test-case.ts';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { seeds } from '../../../tools/extent.ts';
import { lawBroken } from './law-broken.ts';
import { planted, untouched } from './planted.ts';

/** A test case in which everything except the newest entries may be removed. */
const situationOf = (entries: readonly IContent[]): TestCase => ({
  history: entries,
  target: { share: 0 },
  preserveThreshold: 0,
  canRecall: false,
  estimator: 'a third of the characters',
  settings: {},
  density: {
    readWritePruning: true,
    fileDedupe: true,
    recencyPruning: true,
    recencyRetention: 2,
    workspaceRoot: '/w',
  },
  answer: 'a snapshot',
});

/** Returns the violations of role rules when a strategy removes these entries. */
async function foundWithout(
  entries: readonly IContent[],
  ...removed: readonly number[]
): Promise<string[]> {
  const dropping = planted((all) => untouched(all).filter(([, at]) => !removed.includes(at)));
  const { violations } = await createTrials(dropping).run(situationOf(entries));
  return violations
    .filter(({ law }) => law.startsWith('roles-'))
    .map(({ law, index, message }) => `${law} ${index}: ${message}`);
}

const talk = history().human('One.').ai('Yes.').call('Read').result('x').human('Two.').build();
const inTurns = talk.toSpliced(1, 1).toSpliced(3, 0, ...history().ai('Done.').build());

test('a result must satisfy the role rules that the history satisfies', async () => {
  expect(await foundWithout(inTurns)).toEqual([]);
  expect(await foundWithout(inTurns, 1, 2)).toEqual([]);
  expect(await foundWithout(inTurns, 0)).toEqual([
    'roles-starts-with-user 0: the result begins with a turn of the model',
    'roles-call-follows-user 0: a tool call follows neither the user nor a tool result',
  ]);
  expect(await foundWithout(inTurns, 3)).toEqual([
    'roles-alternation 3: this entry is of the same role as the one before it',
  ]);
});

test('a history that breaks one role rule is checked only against the others', async () => {
  const begun = inTurns.slice(1);
  expect(await foundWithout(begun, 2)).toEqual([
    'roles-alternation 2: this entry is of the same role as the one before it',
  ]);
  // The call already follows a model entry in the history, and becomes the first entry.
  expect(await foundWithout(talk, 0, 1)).toEqual([
    'roles-starts-with-user 0: the result begins with a turn of the model',
  ]);
});

test.each<[string, readonly IContent[]]>([
  [
    "where blocks of unknown kinds may be anybody's turn",
    inTurns.toSpliced(1, 0, { speaker: 'ai', blocks: [{ type: 'opaque', kind: 'marker' }] }),
  ],
  [
    'where a tool says something that is no result',
    inTurns.toSpliced(3, 0, { speaker: 'tool', blocks: [{ type: 'text', text: 'Done.' }] }),
  ],
  [
    'where a result comes late',
    [inTurns[0]!, inTurns[1]!, inTurns[0]!, ...inTurns.slice(3), inTurns[2]!],
  ],
])('checks no role rule %s', async (_, entries) => {
  expect(await foundWithout(entries, 0)).toEqual([]);
});

test(
  'a counterexample is minimal: removing any entry removes the violation',
  { timeout: 300_000 },
  async () => {
    const withoutPeople = planted((all, boundary) =>
      untouched(all).filter(([entry, at]) => at >= boundary || entry.speaker !== 'human'),
    );
    for (const seed of seeds(1, 2, 3)) {
      const report = await checkStrategy(withoutPeople, { seed });
      const found = lawBroken(report, 'roles-starts-with-user')!.situation!;
      const trials = createTrials(withoutPeople);
      for (const at of found.history.keys()) {
        const smaller = { ...found, history: found.history.toSpliced(at, 1) };
        const laws = (await trials.run(smaller)).violations.map(({ law }) => law);
        expect(laws).not.toContain('roles-starts-with-user');
      }
    }
  },
);
