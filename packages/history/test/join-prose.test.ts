import type { ContentBlock, IContent } from '@palimpsest/core-types';
import { applyPlan, findRoleProblems, keepTurns, type EditPlan } from '@palimpsest/history';
import { history } from '@palimpsest/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joinProse, removeLeftoverText } from '../src/edits/leftover-text.ts';
import { plainTurnsOf, shown, visitsOf } from './alternating.ts';

/** Returns an assistant entry with a text and a call, and the result. */
function step(at: number, said: string): IContent[] {
  const [call, response] = history()
    .call('Read', {}, { id: `step-${at}` })
    .result('x')
    .build();
  return [{ speaker: 'ai', blocks: [{ type: 'text', text: said }, ...call!.blocks] }, response!];
}

const isText = ({ type }: ContentBlock): boolean => type === 'text';
const prose = (entry: IContent): IContent => ({ ...entry, blocks: entry.blocks.filter(isText) });

/** Returns a plan that removes the calls of the given entries, and their results. */
function withoutCalls(entries: readonly IContent[], ...callers: readonly number[]): EditPlan {
  return {
    removals: new Set(callers.map((at) => at + 1)),
    replacements: new Map(callers.map((at) => [at, prose(entries[at]!)])),
  };
}

const [asked, wait] = history().human('Please look.').human('Wait.').build() as [
  IContent,
  IContent,
];
const [done] = history().ai('Done.').build() as [IContent];
const work = [asked, ...step(1, 'First.'), ...step(2, 'Second.'), ...step(3, 'Third.'), done];

const joined = (
  entries: readonly IContent[],
  plan: EditPlan,
  isProtected?: (entry: IContent) => boolean,
): string[] => shown(applyPlan(entries, joinProse(entries, plan, isProtected)).history);

test('merges the text next to removed calls into one turn, one paragraph each', () => {
  const plan = joinProse(work, withoutCalls(work, 1, 3, 5));
  expect(applyPlan(work, plan)).toEqual({
    history: [
      asked,
      { speaker: 'ai', blocks: [{ type: 'text', text: 'First.\n\nSecond.\n\nThird.' }] },
      done,
    ],
    provenance: [
      { sources: [0], reason: 'kept' },
      { sources: [1, 3, 5], reason: 'summary' },
      { sources: [7], reason: 'kept' },
    ],
  });
});

const isOf = (entry: IContent) => (given: IContent) => given === entry;

describe('an assistant text right before removed calls', () => {
  const [note] = history().ai('I look.').build() as [IContent];
  const entries = [asked, note, ...step(1, 'First.'), ...step(2, 'Second.'), wait];

  test('is merged with the text next to them', () => {
    const plan = joinProse(entries, withoutCalls(entries, 2, 4), isOf(asked));
    expect(shown(applyPlan(entries, keepTurns(entries, plan)).history)).toEqual([
      'human: Please look.',
      'ai: I look.\n\nFirst.\n\nSecond.',
      'human: Wait.',
    ]);
    expect(plan.merges).toEqual(new Map([[1, [1, 2, 4]]]));
    expect(joined(entries, withoutCalls(entries, 2), () => false)[1]).toBe('ai: I look.\n\nFirst.');
  });

  test('is merged as the plan leaves it, without its reasoning', () => {
    const thoughtful = entries.with(1, {
      ...note,
      blocks: [{ type: 'thinking', thought: 'Hm.' }, ...note.blocks],
    });
    const plan = withoutCalls(thoughtful, 2);
    const replacements = new Map([...plan.replacements, [1, prose(thoughtful[1]!)] as const]);
    expect(joined(thoughtful, { ...plan, replacements }, isOf(asked))).toEqual([
      'human: Please look.',
      'ai: I look.\n\nFirst.',
      'ai: Second. + tool_call',
      'tool: tool_response',
      'human: Wait.',
    ]);
  });

  test('stays a separate turn if it is protected, a marker, blank, not text, or removed', () => {
    const plan = withoutCalls(entries, 2);
    expect(joinProse(entries, plan, isOf(note))).toBe(plan);
    expect(joinProse(entries, plan)).toBe(plan);
    for (const block of [
      { type: 'text', text: '…12' },
      { type: 'text', text: ' ' },
      { type: 'thinking', thought: 'Hm.' },
    ] as const) {
      const others = entries.with(1, { ...note, blocks: [block] });
      expect(joinProse(others, plan, isOf(asked))).toBe(plan);
    }
    const removed = { ...plan, removals: new Set([...plan.removals, 1]) };
    expect(joinProse(entries, removed, isOf(asked))).toBe(removed);
  });
});

test('merges only adjacent turns, and not across calls that stay', () => {
  expect(joined(work, withoutCalls(work, 1, 3))).toEqual([
    'human: Please look.',
    'ai: First.\n\nSecond.',
    'ai: Third. + tool_call',
    'tool: tool_response',
    'ai: Done.',
  ]);
  const parted = withoutCalls(work, 1, 5);
  expect(joinProse(work, parted)).toBe(parted);
});

test('merges turns across a removed turn without text', () => {
  const silent = [asked, ...step(1, 'First.'), ...step(2, ''), ...step(3, 'Third.'), done];
  const plan = withoutCalls(silent, 1, 5);
  const removed = { ...plan, removals: new Set([...plan.removals, 3, 4]) };
  expect(joined(silent, removed)).toEqual([
    'human: Please look.',
    'ai: First.\n\nThird.',
    'ai: Done.',
  ]);
});

test.each<[string, readonly IContent[], EditPlan]>([
  [
    'a message of a person was between them',
    work.toSpliced(3, 0, wait),
    {
      removals: new Set([2, 3, 5]),
      replacements: new Map([
        [1, prose(work[1]!)],
        [4, prose(work[3]!)],
      ]),
    },
  ],
  [
    'a system message is between them',
    work.toSpliced(3, 0, history().system('Be brief.').build()[0]!),
    {
      removals: new Set([2, 5]),
      replacements: new Map([
        [1, prose(work[1]!)],
        [4, prose(work[3]!)],
      ]),
    },
  ],
  [
    'one of them says more than text',
    work,
    {
      removals: new Set([2, 4]),
      replacements: new Map([
        [1, { ...prose(work[1]!), blocks: [{ type: 'code', code: 'x' }] }],
        [3, prose(work[3]!)],
      ]),
    },
  ],
  [
    'one of them had no call',
    [asked, done, work[2]!, ...work.slice(3)],
    {
      removals: new Set([2, 4]),
      replacements: new Map([
        [1, prose(done)],
        [3, prose(work[3]!)],
      ]),
    },
  ],
  [
    'one of them stands for others already',
    work,
    { ...withoutCalls(work, 1, 3), merges: new Map([[3, [3, 5]]]) },
  ],
  ['one of them is as it was', work, { ...withoutCalls(work, 1), removals: new Set([2, 4]) }],
  ['nothing is removed', work, { removals: new Set(), replacements: new Map() }],
])('keeps turns separate when %s', (_, entries, plan) => {
  expect(joinProse(entries, plan)).toBe(plan);
});

test('keeps other merges and replacements', () => {
  const plan = withoutCalls(work, 1, 3);
  const merges = new Map([[7, [6, 7]]]);
  const replacements = new Map([...plan.replacements, [7, asked] as const]);
  const settled = joinProse(work, { ...plan, replacements, merges });
  expect(settled.merges).toEqual(new Map([...merges, [1, [1, 3]]]));
  expect(settled.replacements.get(7)).toBe(asked);
});

test('turns alternate and all text stays, for any removed calls', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ isHuman: fc.nat(3).map((roll) => roll === 0), goes: fc.boolean() }), {
        minLength: 1,
        maxLength: 15,
      }),
      (made) => {
        const entries: IContent[] = [asked];
        const callers: number[] = [];
        for (const [at, { isHuman, goes }] of made.entries()) {
          if (isHuman) entries.push(done, wait);
          if (goes) callers.push(entries.length);
          entries.push(...step(at, `Step ${at}.`));
        }
        entries.push(done);
        const plan = keepTurns(entries, joinProse(entries, withoutCalls(entries, ...callers)));
        const after = applyPlan(entries, plan).history;
        expect([...findRoleProblems(after)]).toEqual([]);
        const words = shown(after).join('\n');
        for (const at of made.keys()) expect(words).toContain(`Step ${at}.`);
      },
    ),
    { numRuns: 300 },
  );
});

test('merges the text of calls that stand together, and of those behind their results', () => {
  const [first, firstResult] = step(1, 'First.') as [IContent, IContent];
  const [second, secondResult] = step(2, 'Second.') as [IContent, IContent];
  const entries = [asked, first, second, firstResult, secondResult, ...step(3, 'Third.'), wait];
  const plan: EditPlan = {
    removals: new Set([3, 4, 6]),
    replacements: new Map([5, 2, 1].map((at) => [at, prose(entries[at]!)])),
  };
  expect(joined(entries, plan, isOf(asked))).toEqual([
    'human: Please look.',
    'ai: First.\n\nSecond.\n\nThird.',
    'human: Wait.',
  ]);
});

test('a text that stands for others and is removed leaves no merge behind', () => {
  const [note] = history().ai('I look.').build() as [IContent];
  const steps = [...step(1, 'First.'), ...step(2, 'Second.'), ...step(3, 'Third.')];
  const entries = [asked, note, ...steps, wait];
  const plan = joinProse(entries, withoutCalls(entries, 4, 6), isOf(asked));
  expect(plan.merges?.size).toBe(1);
  const left = removeLeftoverText(entries, plan);
  expect([...left.removals].toSorted((a, b) => a - b)).toEqual([4, 5, 6, 7]);
  expect(left.merges?.size).toBe(0);
});

test('a text stays where a marker stands between it and the one before', () => {
  const [note] = history().ai('I look.').build() as [IContent];
  const entries = [asked, note, ...step(1, ''), ...step(2, 'Second.'), ...step(3, 'Third.'), wait];
  const removals = new Set([2, 3, 5]);
  const plan = { removals, replacements: new Map([[4, prose(entries[4]!)]]) };
  expect(removeLeftoverText(entries, plan)).toBe(plan);
  expect(shown(applyPlan(entries, keepTurns(entries, plan)).history)).toEqual([
    'human: Please look.',
    'ai: I look.',
    'human: …3',
    'ai: Second.',
    'ai: Third. + tool_call',
    'tool: tool_response',
    'human: Wait.',
  ]);
});

describe('text left of a removed call, after a note and a call that stays', () => {
  const [note] = history().ai('I look.').build() as [IContent];
  const entries = [asked, note, ...step(1, 'First.'), ...step(2, 'Second.'), wait];
  const plan = withoutCalls(entries, 4);
  const left = (given: readonly IContent[]): EditPlan => removeLeftoverText(given, plan);

  test('is removed: it would be a second turn of the model', () => {
    expect(shown(applyPlan(entries, keepTurns(entries, left(entries))).history)).toEqual([
      'human: Please look.',
      'ai: I look.',
      'ai: First. + tool_call',
      'tool: tool_response',
      'human: Wait.',
    ]);
  });

  test('is removed also after a system entry (`pnpm fuzz --seed 20261201 --case 271827`)', () => {
    const [system] = history().system('Be brief.').build() as [IContent];
    const given = [asked, note, system, ...step(1, 'First.'), wait];
    const kept = removeLeftoverText(given, withoutCalls(given, 3));
    expect(kept.removals).toEqual(new Set([3, 4]));
  });

  test('stays where the note is missing, or the given turns do not alternate', () => {
    expect(left(entries.with(1, wait))).toBe(plan);
    expect(left(entries.with(6, done))).toBe(plan);
  });
});

test('plain turns still alternate where notes stand right before the calls, for any removed calls', () => {
  const round = fc.record({
    notes: fc.boolean(),
    thinks: fc.boolean(),
    steps: fc.array(fc.record({ goes: fc.boolean(), says: fc.boolean() }), { maxLength: 6 }),
  });
  fc.assert(
    fc.property(fc.array(round, { minLength: 1, maxLength: 8 }), (rounds) => {
      const entries: IContent[] = [asked];
      const plan = { removals: new Set<number>(), replacements: new Map<number, IContent>() };
      for (const { notes, thinks, steps } of rounds) {
        const thought = thinks ? [{ type: 'thinking' as const, thought: 'Hm.' }] : [];
        const note: IContent = { ...done, blocks: [...thought, ...done.blocks] };
        if (notes && thinks) plan.replacements.set(entries.length, prose(note));
        if (notes) entries.push(note);
        for (const [at, { goes, says }] of steps.entries()) {
          const [said, result] = step(at, `Step ${at}.`) as [IContent, IContent];
          const call = says ? said : { ...said, blocks: said.blocks.slice(1) };
          if (goes && says) plan.replacements.set(entries.length, prose(call));
          if (goes && !says) plan.removals.add(entries.length);
          if (goes) plan.removals.add(entries.length + 1);
          entries.push(call, result);
        }
        // Without a note nothing answers the user, who says nothing again.
        if (notes) entries.push(wait);
      }
      const joinedPlan = joinProse(entries, plan, isOf(asked));
      const settled = keepTurns(entries, removeLeftoverText(entries, joinedPlan));
      const roles = plainTurnsOf(applyPlan(entries, settled).history);
      for (const [at, role] of roles.entries()) expect(role).toBe(at % 2 === 0 ? 'human' : 'ai');
    }),
    { numRuns: 300 },
  );
});

test('the number of reads grows linearly with the history', () => {
  const [once, twice] = visitsOf(
    (entries) => {
      const callers = [...entries.keys()].filter((at) => at % 2 === 0);
      const plan = joinProse(entries, withoutCalls(entries, ...callers));
      expect(plan.replacements.size).toBe(1);
    },
    (at) => step(0, 'Step.')[at % 2]!,
  );
  expect(once).toBeGreaterThan(1_000);
  expect(twice).toBeLessThanOrEqual(2.05 * once);
});
