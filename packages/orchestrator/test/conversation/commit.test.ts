import type { DensityResult, IContent } from '@palimpsest/core-types';
import { applyDensityResult, repairHistory } from '@palimpsest/history';
import { createConversationHistory, HistoryCommitError } from '@palimpsest/orchestrator';
import type { HistoryCommitCode } from '../../src/conversation/history-commit.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ai, call, human, response } from './story.ts';

const metadata = { readWritePairsPruned: 0, fileDeduplicationsPruned: 0, recencyPruned: 0 };

function plan(removals: readonly number[], replacements: [number, IContent][] = []): DensityResult {
  return { removals, replacements: new Map(replacements), metadata };
}

function codeOf(attempt: () => unknown): HistoryCommitCode | undefined {
  const seen = outcome(attempt);
  return seen instanceof HistoryCommitError ? seen.code : undefined;
}

function outcome(attempt: () => unknown): unknown {
  try {
    return attempt();
  } catch (error) {
    return error;
  }
}

test('keeps entries that arrived during a compression, after its result', () => {
  const [task, work, late] = [human('task'), ai('work'), human('late')];
  const history = createConversationHistory([task, work]);
  const snapshot = history.snapshot();
  history.append(late);
  const summary = human('summary');
  expect(history.commit(snapshot, [task, summary])).toEqual({
    version: 2,
    firstChangedIndex: 1,
    lengthBefore: 3,
    lengthAfter: 3,
    appendedSince: 1,
  });
  expect(history.raw()).toEqual([task, summary, late]);
  expect(history.raw()[2]).toBe(late);
  expect(snapshot.entries).toEqual([task, work]);
});

test('rejects the second of two concurrent compressions and changes nothing', () => {
  const history = createConversationHistory([human('task'), ai('work')]);
  const [first, second] = [history.snapshot(), history.snapshot()];
  history.commit(first, [human('summary')]);
  const before = history.raw();
  expect(codeOf(() => history.commit(second, [human('other')]))).toBe('STALE_SNAPSHOT');
  expect(codeOf(() => history.applyDensityResult(plan([0]), second))).toBe('STALE_SNAPSHOT');
  expect(history.raw()).toBe(before);
  expect(history.version).toBe(1);
});

test('rejects a snapshot of another history, or a copy of a snapshot', () => {
  const entries = [human('task')];
  const history = createConversationHistory(entries);
  const others = [createConversationHistory(entries).snapshot(), { ...history.snapshot() }];
  for (const other of others) {
    expect(codeOf(() => history.commit(other, []))).toBe('FOREIGN_SNAPSHOT');
  }
  expect(history.raw()).toEqual(entries);
});

test('rejects a commit that removes the call of a result that arrived after the snapshot', () => {
  const history = createConversationHistory([human('task'), call('1')]);
  const snapshot = history.snapshot();
  history.append(response('1'));
  const before = history.raw();
  expect(() => history.commit(snapshot, [human('task')])).toThrow(
    expect.objectContaining({
      name: 'HistoryCommitError',
      code: 'BROKEN_HISTORY',
      violations: [expect.objectContaining({ law: 'paired-calls', index: 1 })],
    }),
  );
  expect(history.raw()).toBe(before);
  expect(history.version).toBe(1);
  // A snapshot taken after the result arrived is accepted.
  history.commit(history.snapshot(), [human('task')]);
  expect(history.raw()).toEqual([human('task')]);
});

test('pairs a result that arrived after the snapshot with its call', () => {
  const [waiting, answer] = [call('1'), response('1')];
  const history = createConversationHistory([human('long task'), waiting]);
  const snapshot = history.snapshot();
  history.append(answer);
  history.commit(snapshot, [human('task'), waiting]);
  expect(history.raw()).toEqual([human('task'), waiting, answer]);
});

test('a malformed history can be changed and repaired, but not damaged further', () => {
  const broken = [response('lost'), human('task'), ai(''), ai('work')];
  const history = createConversationHistory(broken);
  history.commit(history.snapshot(), [...broken.slice(0, 3), human('summary')]);
  expect(history.length).toBe(4);
  const further = [...history.raw(), response('also lost')];
  expect(codeOf(() => history.commit(history.snapshot(), further))).toBe('BROKEN_HISTORY');
  history.commit(history.snapshot(), repairHistory(history.raw()).history);
  expect(history.raw()).toEqual([human('task'), human('summary')]);
});

test('rejects a commit that contains entries appended after the snapshot', () => {
  const history = createConversationHistory([human('task')]);
  const snapshot = history.snapshot();
  history.append(human('late'));
  expect(codeOf(() => history.commit(snapshot, history.raw()))).toBe('ENTRY_NOT_IN_SNAPSHOT');
  expect(history.raw()).toEqual([human('task'), human('late')]);
});

test('accepts an entry of the snapshot that was appended again since', () => {
  const goOn = human('go on');
  const history = createConversationHistory([goOn, ai('work')]);
  const snapshot = history.snapshot();
  history.append(goOn);
  history.commit(snapshot, [goOn]);
  expect(history.raw()).toEqual([goOn, goOn]);
});

test('a commit of the same entries changes nothing and keeps snapshots valid', () => {
  const history = createConversationHistory([human('task'), ai('')]);
  const [snapshot, view] = [history.snapshot(), history.raw()];
  expect(history.commit(snapshot, [...view])).toEqual({
    version: 0,
    lengthBefore: 2,
    lengthAfter: 2,
    appendedSince: 0,
  });
  expect(history.raw()).toBe(view);
  history.commit(snapshot, [human('summary')]);
  expect(history.raw()).toEqual([human('summary')]);
});

test('rejects an invalid entry with its path and adds none of the given entries', () => {
  const history = createConversationHistory([human('task')]);
  const odd: readonly (readonly [entry: unknown, option: string])[] = [
    [undefined, 'entries[1]'],
    [{ speaker: 'user', blocks: [] }, 'entries[1].speaker'],
    [{ speaker: 'ai', blocks: 'text' }, 'entries[1].blocks'],
    [{ speaker: 'ai', blocks: [null] }, 'entries[1].blocks[0]'],
    [{ speaker: 'ai', blocks: [{ text: '' }] }, 'entries[1].blocks[0].type'],
  ];
  for (const [entry, option] of odd) {
    const named = expect.objectContaining({ option, code: 'INVALID_ENTRY' });
    expect(() => history.append(ai('fine'), entry as IContent)).toThrow(named);
    const given = [ai('fine'), entry as IContent];
    expect(() => createConversationHistory(given)).toThrow(named);
    expect(() => history.commit(history.snapshot(), given)).toThrow(
      expect.objectContaining({ option: option.replace('entries', 'newEntries') }),
    );
  }
  expect(history.raw()).toEqual([human('task')]);
  expect(history.version).toBe(0);
});

test.each([{ role: 'user' }, 'a text', null])(
  'rejects %j instead of an array of entries',
  (given) => {
    const message = /^entries: expected an array of entries, got /;
    expect(() => createConversationHistory(given as never)).toThrow(message);
    const history = createConversationHistory();
    expect(() => history.commit(history.snapshot(), given as never)).toThrow(
      /^newEntries: expected/,
    );
  },
);

test('copies the given array: later changes to one do not affect the other', () => {
  const given = [human('one')];
  const history = createConversationHistory(given);
  given.push(human('two'));
  history.append(human('three'));
  expect(history.raw()).toEqual([human('one'), human('three')]);
  expect(given).toEqual([human('one'), human('two')]);
});

test('applies a density result to the raw history as `applyDensityResult` does', () => {
  const anyIndex = fc.integer({ min: -1, max: 6 });
  fc.assert(
    fc.property(
      fc.nat(5),
      fc.array(anyIndex, { maxLength: 4 }),
      fc.array(anyIndex, { maxLength: 3 }),
      (length, removals, replaced) => {
        const entries = Array.from({ length }, (_, index) => human(`entry ${index}`));
        const result = plan(
          removals,
          replaced.map((index) => [index, human(`new ${index}`)]),
        );
        const history = createConversationHistory(entries);
        const expected = outcome(() => applyDensityResult(entries, result));
        const seen = outcome(() => {
          history.applyDensityResult(result);
          return [...history.raw()];
        });
        expect(seen).toEqual(expected);
        expect(history.raw()).toEqual(expected instanceof Error ? entries : expected);
      },
    ),
  );
});

test('a density result does not affect entries appended after its snapshot', () => {
  const history = createConversationHistory([human('old'), human('task')]);
  const snapshot = history.snapshot();
  history.append(human('late'));
  history.applyDensityResult(plan([0], [[1, human('short')]]), snapshot);
  expect(history.raw()).toEqual([human('short'), human('late')]);
  expect(() => history.applyDensityResult(plan([2]))).toThrow(
    expect.objectContaining({ code: 'DENSITY_INDEX_OUT_OF_BOUNDS' }),
  );
});

test('rejects a density result that leaves a partial exchange', () => {
  const entries = [human('task'), call('1'), response('1'), ai('done')];
  const history = createConversationHistory(entries);
  expect(codeOf(() => history.applyDensityResult(plan([1])))).toBe('BROKEN_HISTORY');
  expect(history.raw()).toEqual(entries);
  history.applyDensityResult(plan([1, 2]));
  expect(history.raw()).toEqual([human('task'), ai('done')]);
});
