import { formatGapMarker, formatMarkerLegend, type IContent } from '@palimpsest/core-types';
import {
  applyPlan,
  findRoleProblems,
  keepTurns,
  createDroppedNotice,
  type EditPlan,
} from '@palimpsest/history';
import { history } from '@palimpsest/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withoutMarkersAlone } from '../src/turns/keep-turns.ts';
import {
  IN_PLACE,
  PROVIDED,
  plainTurnsOf,
  shown,
  visitsOf,
  withPlainRemovals,
  withRemovals,
} from './alternating.ts';

const removing = (...indices: readonly number[]): EditPlan => ({
  removals: new Set(indices),
  replacements: new Map(),
});

/** Formats the entries that remain after the removal of the given indices, one line each. */
const left = (entries: readonly IContent[], ...removed: readonly number[]): string[] =>
  shown(applyPlan(entries, keepTurns(entries, removing(...removed))).history);

describe('adds a gap marker where a role would be missing', () => {
  test('of the model between two user messages', () => {
    const entries = history().human('One.').ai('Yes.\nAnd so on.').human('Two.').build();
    const plan = keepTurns(entries, removing(1));
    expect(applyPlan(entries, plan)).toEqual({
      history: history().human('One.').ai('…2').human('Two.').build(),
      provenance: [
        { sources: [0], reason: 'kept' },
        { sources: [1], reason: 'summary' },
        { sources: [2], reason: 'kept' },
      ],
    });
  });

  test('of the user before a first turn of the model', () => {
    const entries = history().system('Be brief.').human('One.').ai('Yes.').human('Two.').build();
    expect(left(entries, 1)).toEqual(['system: Be brief.', 'human: …1', 'ai: Yes.', 'human: Two.']);
  });

  test('of the user and of the model before a first call, if a user message follows (`pnpm fuzz --seed 20261201 --case 11085`)', () => {
    const entries = history().human('One.').ai('Yes.').call('Read').result('x').human('Two.');
    expect(left(entries.build(), 0, 1).slice(0, 2)).toEqual(['human: …1', 'ai: …1']);
  });

  test('of the user between two turns of the model', () => {
    const entries = history().human('One.').ai('Yes.').human('Two.').ai('No.').build();
    expect(left(entries, 2)).toEqual(['human: One.', 'ai: Yes.', 'human: …1', 'ai: No.']);
  });

  test.each([
    ['a call that the provider executed', PROVIDED],
    ['a call and its result in one entry', IN_PLACE],
  ])('of the user after %s (`pnpm fuzz --seed 20261127 --case 44984`)', (_, called) => {
    const entries = history().human('One.').entry(called).human('Two.').ai('Yes.').human('Three.');
    expect(left(entries.build(), 2).slice(2)).toEqual(['human: …1', 'ai: Yes.', 'human: Three.']);
  });

  test('of the model before a user message that follows a result', () => {
    const entries = history().human('One.').call('Read').result('x').ai('Yes.').human('Two.');
    expect(left(entries.build(), 3).slice(2)).toEqual([
      'tool: tool_response',
      'ai: …1',
      'human: Two.',
    ]);
  });

  test('of the user for the result of a removed call, if no user message is removed', () => {
    const entries = history().human('One.').call('Read').result('x').ai('Yes.').build();
    const prose: IContent = { speaker: 'ai', blocks: [{ type: 'text', text: 'I look.' }] };
    const plan = keepTurns(entries, { ...removing(2), replacements: new Map([[1, prose]]) });
    expect(shown(applyPlan(entries, plan).history)).toEqual([
      'human: One.',
      'ai: I look.',
      'human: …1',
      'ai: Yes.',
    ]);
  });

  test('of the user for a removed user message rather than a removed result', () => {
    const entries = history().human('a').ai('b').call('Read').result('c').human('d').ai('e');
    const plan = keepTurns(entries.build(), removing(2, 3, 4));
    expect([...plan.replacements.keys()]).toEqual([4]);
    expect(plan.merges).toEqual(new Map([[4, [2, 3, 4]]]));
  });

  test.each([
    ['stay', undefined],
    ['are left of a call', { type: 'tool_call', id: 'c1', name: 'Read', parameters: {} } as const],
  ])(
    'of the user between items of the provider that %s, and text (`pnpm fuzz --seed 20261129 --case 3858`)',
    (_, call) => {
      const rest: IContent = { speaker: 'ai', blocks: [{ type: 'opaque', kind: 'mcp_call' }] };
      const given: IContent =
        call === undefined ? rest : { ...rest, blocks: [...rest.blocks, call] };
      const entries = history().human('One.').entry(given).human('Two.').ai('Yes.').build();
      const plan = keepTurns(entries, { ...removing(2), replacements: new Map([[1, rest]]) });
      expect(shown(applyPlan(entries, plan).history).slice(2)).toEqual(['human: …1', 'ai: Yes.']);
    },
  );

  test('according to the roles of replaced neighbours', () => {
    const entries = history().human('a').ai('b').ai('c').build();
    const plan = keepTurns(entries, {
      ...removing(1),
      replacements: new Map([[2, { ...entries[2]!, speaker: 'human' as const }]]),
    });
    expect(shown(applyPlan(entries, plan).history)).toEqual(['human: a', 'ai: …1', 'human: c']);
  });

  test('once for each run of removed entries', () => {
    const entries = history().human('a').ai('b').human('c').ai('d').human('e').build();
    expect(left(entries, 1, 3)).toEqual(['human: a', 'ai: …1', 'human: c', 'ai: …1', 'human: e']);
  });
});

describe('adds no gap marker', () => {
  test('if the remaining entries alternate without one', () => {
    const entries = history().human('One.').call('Read').result('x').ai('Yes.').build();
    const plan = removing(1, 2);
    expect(keepTurns(entries, plan)).toBe(plan);
  });

  test('between results of one turn', () => {
    const entries = history().human('One.').calls(['Read'], ['Bash']).result('a').ai('Hm.');
    const plan = removing(3);
    expect(keepTurns(entries.result('b').build(), plan)).toBe(plan);
  });

  test('before a call whose result follows a system entry', () => {
    const entries = history().human('One.').ai('Yes.').human('Two.').ai('I look.').call('Read');
    const built = entries.system('Be brief.').result('x').human('Three.').build();
    const plan = removing(2, 3);
    expect(keepTurns(built, plan)).toBe(plan);
  });

  test('at the end', () => {
    const entries = history().human('One.').ai('Yes.').human('Two.').build();
    const plan = removing(1, 2);
    expect(keepTurns(entries, plan)).toBe(plan);
  });

  test('if no removed entry has the missing role', () => {
    const entries = history().human('One.').human('Two.').human('Three.').build();
    const plan = removing(1);
    expect(keepTurns(entries, plan)).toBe(plan);
    const models = history().ai('One.').ai('Two.').build();
    expect(left(models, 0)).toEqual(['ai: Two.']);
  });

  test('if nothing is removed', () => {
    const entries = history().human('One.').human('Two.').build();
    const plan = removing();
    expect(keepTurns(entries, plan)).toBe(plan);
  });
});

describe('a gap marker shows how many lines it replaces', () => {
  test('1 per line of text or code, per call and per result, plus the counts of other markers', () => {
    const code: IContent = { speaker: 'ai', blocks: [{ type: 'code', code: 'let x;\nlet y;' }] };
    const entries = history()
      .human('One.')
      .ai('two\nlines')
      .human(formatGapMarker(30))
      .entry(code)
      .human(`${formatGapMarker(400)} ${formatMarkerLegend()}`)
      .call('Read')
      .result('many\nlines')
      .ai('one line')
      .human('Two.')
      .build();
    expect(left(entries, 1, 2, 3, 4, 5, 6, 7)).toEqual(['human: One.', 'ai: …437', 'human: Two.']);
  });

  test('0 for a notice, but at least 1 in total', () => {
    const notice = createDroppedNotice({ dropped: 9, newest: 1, following: 1 });
    const said: IContent = { ...notice, speaker: 'ai' };
    const entries = history().human('One.').entry(said).ai('two\nlines').human('Two.').build();
    expect(left(entries, 1, 2)).toEqual(['human: One.', 'ai: …2', 'human: Two.']);
    expect(left(entries.toSpliced(2, 1), 1)).toEqual(['human: One.', 'ai: …1', 'human: Two.']);
  });

  test('0 for entries that another entry represents', () => {
    const entries = history().human('a').ai('b').human('c').ai('d').human('e').build();
    const folded: IContent = { speaker: 'human', blocks: [{ type: 'text', text: 'a, c' }] };
    const plan = keepTurns(entries, {
      removals: new Set([1, 2, 3]),
      replacements: new Map([[0, folded]]),
      merges: new Map([[0, [0, 2]]]),
    });
    expect(shown(applyPlan(entries, plan).history)).toEqual(['human: a, c', 'ai: …1', 'human: e']);
    expect(plan.merges!.get(1)).toEqual([1]);
  });

  test('a removed marker in the missing role stays as the same object', () => {
    const entries = history().human('One.').ai(formatGapMarker(12)).human('Two.').build();
    const plan = keepTurns(entries, removing(1));
    expect(applyPlan(entries, plan).history).toEqual(entries);
    expect(applyPlan(entries, plan).history[1]).toBe(entries[1]);
    expect(plan.removals.size + plan.replacements.size).toBe(0);
  });
});

test('does not remove a run of only gap markers, as a new marker would replace it', () => {
  const entries = history().human('a').ai('…3').human('b').ai('…4').human('c').ai('d').human('e');
  const plan = withoutMarkersAlone(entries.build(), removing(1, 3, 4));
  expect([...plan.removals]).toEqual([3, 4]);
});

test('turns alternate in the planned history if they did before, for any removals', () => {
  let marked = 0;
  fc.assert(
    fc.property(withRemovals, ({ entries, removals }) => {
      expect([...findRoleProblems(entries)]).toEqual([]);
      const plan = keepTurns(entries, { removals, replacements: new Map() });
      const { history: after, provenance } = applyPlan(entries, plan);
      expect([...findRoleProblems(after)]).toEqual([]);
      for (const { reason } of provenance) if (reason === 'summary') marked += 1;
      // Sources are ascending and unique.
      const sources = provenance.flatMap((record) => record.sources);
      expect(sources).toEqual([...new Set(sources)].toSorted((a, b) => a - b));
    }),
    { numRuns: 1_000 },
  );
  expect(marked).toBeGreaterThan(1_000);
});

describe('turns without calls and results alternate if they did before', () => {
  const entries = history()
    .human('One.')
    .ai('I look.')
    .call('Read')
    .result('x')
    .human('Two.')
    .ai('Yes.')
    .human('Three.')
    .build();

  test('adds a model marker before a call when a user message follows the result', () => {
    expect(left(entries, 1).slice(0, 3)).toEqual(['human: One.', 'ai: …1', 'ai: tool_call']);
  });

  test('adds no model marker between a result and a user message when the text before the call stays', () => {
    expect(left(entries, 4, 5)).toEqual([...shown(entries.slice(0, 4)), 'human: Three.']);
  });

  test('adds a user marker between a result and a model turn when the text before the call stays', () => {
    expect(left(entries, 4).slice(3, 6)).toEqual(['tool: tool_response', 'human: …1', 'ai: Yes.']);
  });

  test('for any removals except the first entry', () => {
    fc.assert(
      fc.property(withPlainRemovals, ({ entries: given, removals }) => {
        removals.delete(0);
        const plan = keepTurns(given, { removals, replacements: new Map() });
        const turns = plainTurnsOf(applyPlan(given, plan).history);
        const expected = turns.map((_, at) => (at % 2 === 0 ? 'human' : 'ai'));
        expect(turns).toEqual(expected);
      }),
      { numRuns: 1_000 },
    );
  });
});

test('the number of reads grows linearly with the history', () => {
  const [once, twice] = visitsOf((entries) => {
    const removals = new Set([...entries.keys()].filter((at) => at % 7 !== 0));
    keepTurns(entries, withoutMarkersAlone(entries, { removals, replacements: new Map() }));
  });
  expect(once).toBeGreaterThan(1_000);
  expect(twice).toBeLessThanOrEqual(2.05 * once);
});
