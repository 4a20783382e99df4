import { formatGapMarker, type IContent } from '@palimpsest/core-types';
import {
  applyPlan,
  findRoleProblems,
  indexExchanges,
  createDroppedNotice,
  parseNoticeEntry,
  safeCuts,
  type EditPlan,
} from '@palimpsest/history';
import { history } from '@palimpsest/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { placeNotice, type NoticeRequest } from '../src/turns/place-notice.ts';
import { plainTurnsOf, shown, visitsOf, withPlainRemovals, withRemovals } from './alternating.ts';

interface Given {
  readonly removed: readonly number[];
  readonly newest?: number;
  readonly replaces?: NoticeRequest['replaces'];
  readonly plan?: Partial<EditPlan>;
}

function noticed(
  entries: readonly IContent[],
  { removed, newest = 1, replaces = new Map(), plan = {} }: Given,
): EditPlan {
  const { length } = entries;
  const cuts = safeCuts(indexExchanges(entries));
  const removing = { removals: new Set(removed), replacements: new Map(), ...plan };
  const indexFor = (index: number): number => cuts.atOrBefore(Math.min(index, length - newest));
  return placeNotice(entries, removing, { newest, indexFor, make: createDroppedNotice, replaces });
}

/** Formats the result as one line per entry; a notice as its counts. */
function left(entries: readonly IContent[], given: Given): string[] {
  const after = applyPlan(entries, noticed(entries, given)).history;
  return shown(after).map((line, at) => {
    const notice = parseNoticeEntry(after[at]!);
    return notice === undefined
      ? line
      : `${after[at]!.speaker}: ${notice.dropped} gone, ${notice.following} follow`;
  });
}

const talk = history().human('One.').ai('Yes.').human('Two.').ai('No.').human('Three.').build();

describe('a notice takes the missing role', () => {
  test('user, before a first turn of the model', () => {
    expect(left(talk, { removed: [0] })).toEqual([
      'human: 1 gone, 4 follow',
      ...shown(talk).slice(1),
    ]);
  });

  test('model, between two user messages', () => {
    expect(left(talk, { removed: [1] })).toEqual([
      'human: One.',
      'ai: 1 gone, 3 follow',
      ...shown(talk).slice(2),
    ]);
  });

  test('the other role than the last turn, at the end', () => {
    const ended = [...talk.slice(0, 2), ...history().human('Two.').system('Be brief.').build()];
    expect(left(ended, { removed: [1, 2] })).toEqual([
      'human: One.',
      'ai: 2 gone, 1 follow',
      'system: Be brief.',
    ]);
    expect(left(ended, { removed: [2] })).toEqual([
      'human: One.',
      'ai: Yes.',
      'human: 1 gone, 1 follow',
      'system: Be brief.',
    ]);
  });

  test('without a marker next to it', () => {
    expect(left(talk, { removed: [0, 1, 2] })).toEqual([
      'human: 3 gone, 2 follow',
      'ai: No.',
      'human: Three.',
    ]);
  });
});

describe('if no role is missing, a model marker without a count is added next to the notice', () => {
  test('after it at the start', () => {
    expect(left(talk, { removed: [0, 1] })).toEqual([
      'human: 2 gone, 4 follow',
      'ai: …',
      ...shown(talk).slice(2),
    ]);
  });

  test('after it when it follows a turn of the model', () => {
    expect(left(talk, { removed: [2, 3] })).toEqual([
      'human: One.',
      'ai: Yes.',
      'human: 2 gone, 2 follow',
      'ai: …',
      'human: Three.',
    ]);
  });

  test('before it when it follows a user message or a result', () => {
    const tools = history().human('One.').call('Read').result('a').call('Read').result('b');
    const entries = tools.ai('Done.').build();
    expect(left(entries, { removed: [1, 2] })).toEqual([
      'human: One.',
      'ai: …',
      'human: 2 gone, 3 follow',
      'ai: tool_call',
      'tool: tool_response',
      'ai: Done.',
    ]);
    expect(left(entries, { removed: [3, 4] }).slice(2)).toEqual([
      'tool: tool_response',
      'ai: …',
      'human: 2 gone, 1 follow',
      'ai: Done.',
    ]);
  });

  test('before a user message that followed a removed result, when the text of the call stays', () => {
    const entries = history().human('One.').call('Read').result('x').human('Two.').build();
    const prose: IContent = { speaker: 'ai', blocks: [{ type: 'text', text: 'I look.' }] };
    const given = { removed: [2], plan: { replacements: new Map([[1, prose]]) } };
    expect(left(entries, given)).toEqual([
      'human: One.',
      'ai: I look.',
      'human: 1 gone, 2 follow',
      'ai: …',
      'human: Two.',
    ]);
  });

  test('before kept calls that a user message follows, if a model turn precedes the notice', () => {
    const steps = history().ai('Yes.').call('Read').result('a').call('Read').result('b');
    const entries = [...history().human('One.').build(), ...steps.human('Two.').build()];
    const prose: IContent = { speaker: 'ai', blocks: [{ type: 'text', text: 'I look.' }] };
    const merges = new Map([[1, [1, 2]]]);
    const given = { removed: [2, 3], plan: { replacements: new Map([[1, prose]]), merges } };
    expect(left(entries, given)).toEqual([
      'human: One.',
      'ai: I look.',
      'human: 1 gone, 4 follow',
      'ai: …',
      'ai: tool_call',
      'tool: tool_response',
      'human: Two.',
    ]);
  });

  test('only if a removed entry was a turn of the model', () => {
    const entries = history().human('One.').ai('Yes.').human('Two.').human('Three.').build();
    expect(left(entries, { removed: [2] })).toEqual([
      'human: One.',
      'ai: Yes.',
      'human: 1 gone, 1 follow',
      'human: Three.',
    ]);
  });
});

test('later runs get only gap markers, and the notice counts all removed entries', () => {
  expect(left(talk, { removed: [0, 1, 3] })).toEqual([
    'human: 3 gone, 4 follow',
    'ai: …',
    'human: Two.',
    'ai: …1',
    'human: Three.',
  ]);
});

test('a notice is never placed between a call and its result', () => {
  const entries = history().human('a').ai('b').call('Read').human('Wait.').result('x').build();
  expect(left(entries, { removed: [3] })).toEqual([
    'human: a',
    'ai: b',
    'human: 1 gone, 2 follow',
    'ai: tool_call',
    'tool: tool_response',
  ]);
});

test('an assistant entry with a call and its result counts as a model turn, not as a result', () => {
  const [call, response] = history().call('Search').result('x').build() as [IContent, IContent];
  const searched: IContent = { speaker: 'ai', blocks: [...call.blocks, ...response.blocks] };
  const entries = history().human('a').ai('b').human('c').entry(searched).human('d').build();
  expect(left(entries, { removed: [1, 2] })).toEqual([
    'human: a',
    'ai: …',
    'human: 2 gone, 2 follow',
    'ai: tool_call + tool_response',
    'human: d',
  ]);
});

test('a notice represents all removed entries, including those that became a marker', () => {
  const plan = noticed(talk, { removed: [3, 1, 0] });
  expect([...plan.insertions!.values()]).toMatchObject([{ reason: 'notice', sources: [0, 1, 3] }]);
  expect(applyPlan(talk, plan).provenance).toEqual([
    { sources: [0, 1, 3], reason: 'notice' },
    { sources: [0, 1], reason: 'summary' },
    { sources: [2], reason: 'kept' },
    { sources: [3], reason: 'summary' },
    { sources: [4], reason: 'kept' },
  ]);
});

test('does not count entries that another entry represents', () => {
  const folded: IContent = { speaker: 'human', blocks: [{ type: 'text', text: 'One. Two.' }] };
  const plan = { replacements: new Map([[0, folded]]), merges: new Map([[0, [0, 2]]]) };
  expect(left(talk, { removed: [1, 2, 3], plan })).toEqual([
    'human: One. Two.',
    'ai: 2 gone, 1 follow',
    'human: Three.',
  ]);
});

test('replaces an older notice and adds its count', () => {
  const older = createDroppedNotice({ dropped: 30, newest: 1, following: 6 });
  const entries = [older, history().ai(formatGapMarker(80)).build()[0]!, ...talk];
  const removed = [1, 2, 3];
  expect(left(entries, { removed, replaces: new Map([[0, 30]]) })).toEqual([
    'human: 32 gone, 4 follow',
    'ai: …',
    ...shown(talk).slice(2),
  ]);
});

test('turns alternate around a notice if they did before, for any removals', () => {
  const roles = new Set<string>();
  fc.assert(
    fc.property(withRemovals, ({ entries, removals }) => {
      fc.pre(removals.size > 0);
      const plan = noticed(entries, { removed: [...removals] });
      const { history: after, provenance } = applyPlan(entries, plan);
      expect([...findRoleProblems(after)]).toEqual([]);
      const at = provenance.findIndex(({ reason }) => reason === 'notice');
      roles.add(after[at]!.speaker);
      expect(parseNoticeEntry(after[at]!)).toEqual({
        dropped: removals.size,
        newest: 1,
        following: after.length - 1 - at,
      });
      expect(provenance[at]!.sources).toEqual([...removals].toSorted((a, b) => a - b));
      expect(indexExchanges(after).unmatchedResults).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
  expect([...roles].toSorted()).toEqual(['ai', 'human']);
});

test('turns without calls and results alternate around a notice if they did before', () => {
  fc.assert(
    fc.property(withPlainRemovals, ({ entries, removals }) => {
      fc.pre(removals.size > 0);
      const turns = plainTurnsOf(
        applyPlan(entries, noticed(entries, { removed: [...removals] })).history,
      );
      expect(turns).toEqual(turns.map((_, at) => (at % 2 === 0 ? 'human' : 'ai')));
    }),
    { numRuns: 1_000 },
  );
});

test('the number of reads grows linearly with the history', () => {
  const [once, twice] = visitsOf((entries) => {
    const removed = [...entries.keys()].filter((at) => at % 7 !== 0);
    const plan = { removals: new Set(removed), replacements: new Map() };
    placeNotice(entries, plan, {
      newest: 1,
      indexFor: (index) => index,
      make: createDroppedNotice,
      replaces: new Map(),
    });
  });
  expect(once).toBeGreaterThan(1_000);
  expect(twice).toBeLessThanOrEqual(2.05 * once);
});
