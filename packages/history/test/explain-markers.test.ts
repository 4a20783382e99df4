import {
  findGapMarkers,
  formatMarkerLegend,
  prependRecallId,
  type ContentBlock,
  type IContent,
} from '@palimpsest/core-types';
import { explainMarkers, previewPlan, type EditPlan } from '@palimpsest/history';
import { history } from '@palimpsest/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { visitsOf } from './alternating.ts';

const LONG = 'A line of many words.\n'.repeat(20);
const NOTE = formatMarkerLegend();

const talk = history().human(LONG).ai(LONG).call('Read').result(LONG).human('Go on.').build();

function withText(entry: IContent, text: string): IContent {
  return { ...entry, blocks: [{ type: 'text', text }] };
}

/** Returns a plan that replaces texts by index. */
function saying(entries: readonly IContent[], texts: Readonly<Record<number, string>>) {
  const replaced = Object.entries(texts).map(
    ([at, text]) => [Number(at), withText(entries[Number(at)]!, text)] as const,
  );
  return { removals: new Set<number>(), replacements: new Map(replaced) };
}

/** Returns the texts of the planned history that contain a legend. */
const explained = (entries: readonly IContent[], plan: EditPlan): string[] =>
  previewPlan(entries, plan)
    .flatMap(({ blocks }) => blocks)
    .map((block) => JSON.stringify(block))
    .filter((text) => text.includes(NOTE.slice(0, 20)));

const textAt = (plan: EditPlan, at: number): unknown =>
  plan.replacements.get(at)?.blocks.map((block) => (block.type === 'text' ? block.text : block));

const told = (output: unknown): IContent[] =>
  history().human('Look.').call('Bash').result({ exitCode: 1, output, more: '…9' }).build();

describe('the legend follows the first new gap marker', () => {
  test('of the first entry that has one, in any order of the edits', () => {
    const texts = saying(talk, { 0: 'A line\n…9\nthe last\n…10', 1: '…19' });
    const plan = { ...texts, replacements: new Map([...texts.replacements].toReversed()) };
    const after = explainMarkers(talk, plan);
    expect(textAt(after, 0)).toEqual([`A line\n…9 ${NOTE}\nthe last\n…10`]);
    expect(textAt(after, 1)).toEqual(['…19']);
    expect(after.removals).toBe(plan.removals);
    expect(textAt(plan, 0)).toEqual(['A line\n…9\nthe last\n…10']);
  });

  test('of a short text only if the plan removes more text than the legend takes', () => {
    const short = history().human('a').ai('So.').human('Go on.').ai(LONG).human('b').build();
    const plan = saying(short, { 1: '…1' });
    expect(explainMarkers(short, plan)).toBe(plan);
    const after = explainMarkers(short, { ...plan, removals: new Set([3]) });
    expect(textAt(after, 1)).toEqual([`…1 ${NOTE}`]);
  });

  test('in a result, and describes recall when `canRecall` is set', () => {
    const [response] = talk[3]!.blocks as [ContentBlock & { type: 'tool_response' }];
    const given = {
      removals: new Set<number>(),
      replacements: new Map([
        [3, { ...talk[3]!, blocks: [{ ...response, result: prependRecallId('1f0c9a3e', '…20') }] }],
      ]),
    };
    const after = explainMarkers(talk, given, { canRecall: true });
    expect(after.replacements.get(3)!.blocks).toEqual([
      { ...response, result: `#1f0c9a3e …20 ${formatMarkerLegend({ canRecall: true })}` },
    ]);
  });

  test('in a text part of a result', () => {
    const image = { type: 'image', data: 'aGVsbG8=', mimeType: 'image/png' };
    const listed = (text: string): IContent[] =>
      history()
        .human('Look.')
        .call('Read')
        .result([image, { type: 'text', text }])
        .build();
    const given = listed(LONG);
    const plan = { removals: new Set<number>(), replacements: new Map([[2, listed('…20')[2]!]]) };
    expect(explainMarkers(given, plan).replacements.get(2)).toEqual(listed(`…20 ${NOTE}`)[2]);
  });

  test('in a field of a record or an item of a list, in order', () => {
    const given = told(['a', LONG]);
    const plan = {
      removals: new Set<number>(),
      replacements: new Map([[2, told(['a', 'A line\n…19'])[2]!]]),
    };
    const after = explainMarkers(given, plan);
    expect(after.replacements.get(2)).toEqual(told(['a', `A line\n…19 ${NOTE}`])[2]);
    expect(plan.replacements.get(2)).toEqual(told(['a', 'A line\n…19'])[2]);
  });

  test('and not an existing line that looks like a gap marker', () => {
    const given = [
      { ...talk[0]!, blocks: [...withText(talk[0]!, '…3').blocks, ...talk[0]!.blocks] },
    ];
    const blocks = [given[0]!.blocks[0]!, ...withText(talk[0]!, 'A line\n…19').blocks];
    const plan = {
      removals: new Set<number>(),
      replacements: new Map([[0, { ...given[0]!, blocks }]]),
    };
    expect(textAt(explainMarkers(given, plan), 0)).toEqual(['…3', `A line\n…19 ${NOTE}`]);
  });

  test('and not an existing line in the rest of a longer text', () => {
    const given = talk.with(0, withText(talk[0]!, `${LONG}…3\n…19\n…3`));
    const kept = saying(given, { 0: 'A line\n…3\n…19' });
    expect(explainMarkers(given, kept)).toBe(kept);
    const written = saying(given, { 0: '…3\n…19\n…3\n…19\n…8' });
    expect(textAt(explainMarkers(given, written), 0)).toEqual([`…3\n…19\n…3\n…19 ${NOTE}\n…8`]);
  });

  test('of a merged entry, if its sources were longer in total', () => {
    const short = history().human('a').ai('Twenty characters...').ai('Thirty characters or more.');
    const entries = short.build();
    const plan = saying(entries, { 1: '…2' });
    const removals = new Set([2]);
    const merged = { ...plan, removals, merges: new Map([[1, [1, 2]]]) };
    expect(textAt(explainMarkers(entries, merged), 1)).toEqual(['…2']);
    const more = [...entries.slice(0, 2), withText(entries[2]!, LONG)];
    expect(textAt(explainMarkers(more, merged), 1)).toEqual([`…2 ${NOTE}`]);
  });
});

describe('adds no legend', () => {
  test('to a text that would not be shorter than its original: the next one gets it', () => {
    const entries = talk.with(0, withText(talk[0]!, `…3 ${NOTE}`.replaceAll(/./g, 'x')));
    const plan = saying(entries, { 0: '…3', 1: '…19' });
    const after = explainMarkers(entries, plan);
    expect(textAt(after, 0)).toEqual(['…3']);
    expect(textAt(after, 1)).toEqual([`…19 ${NOTE}`]);
    const longer = entries.with(0, withText(talk[0]!, `…3 ${NOTE}`.replaceAll(/./g, 'x') + 'x'));
    expect(textAt(explainMarkers(longer, plan), 0)).toEqual([`…3 ${NOTE}`]);
  });

  test('if nothing was changed, no marker is left, or the entry is removed', () => {
    const nothing = saying(talk, {});
    expect(explainMarkers(talk, nothing)).toBe(nothing);
    const short = saying(talk, { 0: 'A line, and …9 in it', 1: 'Short.' });
    expect(explainMarkers(talk, short)).toBe(short);
    const removed = { ...saying(talk, { 0: '…20' }), removals: new Set([0]) };
    expect(explainMarkers(talk, removed)).toBe(removed);
  });

  test('if an existing legend stays, with or without recall', () => {
    const before = talk.with(
      4,
      withText(talk[4]!, `…7 ${formatMarkerLegend({ canRecall: true })}`),
    );
    const plan = saying(before, { 0: '…20' });
    expect(explainMarkers(before, plan)).toBe(plan);
    // If the legend is removed, a new one is added.
    const cut = saying(before, { 0: '…20', 4: '…7' });
    expect(textAt(explainMarkers(before, cut), 0)).toEqual([`…20 ${NOTE}`]);
    const removed = { ...plan, removals: new Set([4]) };
    expect(textAt(explainMarkers(before, removed), 0)).toEqual([`…20 ${NOTE}`]);
  });
});

const mayExplain = (index: number): boolean => index !== 1;

describe('if a plan removes the legend', () => {
  const given = history()
    .human(`Look.\n…7 ${NOTE}`)
    .ai('I see.\n…8')
    .call('Read')
    .result('One.\n…9\nTwo.\n…3')
    .human('Go on.')
    .build();
  const removed = { removals: new Set([0]), replacements: new Map<number, IContent>() };
  test('the first existing marker in an entry that may change gets it', () => {
    const after = explainMarkers(given, removed, { mayExplain });
    expect(previewPlan(given, after)).toEqual([
      ...given.slice(1, 3),
      ...history().call('Read').result(`One.\n…9 ${NOTE}\nTwo.\n…3`).build().slice(1),
      given[4],
    ]);
    expect(explainMarkers(previewPlan(given, after), after, { mayExplain })).toBe(after);
  });

  test('a new marker before that one gets it, if the text was long enough', () => {
    const plan = { ...removed, replacements: saying(given, { 1: '…9' }).replacements };
    const short = explainMarkers(given, plan, { mayExplain });
    expect(textAt(short, 1)).toEqual(['…9']);
    expect([...short.replacements.keys()]).toEqual([1, 3]);
    const long = given.with(1, withText(given[1]!, LONG));
    expect(textAt(explainMarkers(long, plan, { mayExplain }), 1)).toEqual([`…9 ${NOTE}`]);
  });

  test('an existing marker in an edited entry gets it, if that entry may change', () => {
    const two = history()
      .calls(['Read'], ['Bash'])
      .results(`${LONG}\n…7 ${NOTE}`, 'One.\n…9')
      .build();
    const [, kept] = two[1]!.blocks;
    const line = history().calls(['Read'], ['Bash']).results('[Read: success]', 'x').build();
    const written = { ...two[1]!, blocks: [line[1]!.blocks[0]!, kept!] };
    const plan = { removals: new Set<number>(), replacements: new Map([[1, written]]) };
    expect(explainMarkers(two, plan)).toBe(plan);
    expect(explainMarkers(two, plan, { mayExplain }).replacements).toBe(plan.replacements);
    const after = explainMarkers(two, plan, { mayExplain: () => true });
    expect(after.replacements.get(1)!.blocks).toEqual([
      written.blocks[0],
      { ...kept, result: `One.\n…9 ${NOTE}` },
    ]);
  });

  test('nothing changes if no entry may change, no marker is left, or there was no legend', () => {
    expect(explainMarkers(given, removed)).toBe(removed);
    expect(explainMarkers(given, removed, { mayExplain: () => false })).toBe(removed);
    const bare = { ...removed, removals: new Set([0, 2, 3]) };
    expect(explainMarkers(given, bare, { mayExplain })).toBe(bare);
    const unknown = given.with(0, withText(given[0]!, 'Look.\n…7'));
    expect(explainMarkers(unknown, removed, { mayExplain })).toBe(removed);
  });
});

const linesWith = (...markers: readonly string[]): fc.Arbitrary<string[]> =>
  fc.array(fc.constantFrom('A line of words.', ...markers, `…4 ${NOTE}`, '', 'x'.repeat(60)), {
    minLength: 1,
    maxLength: 8,
  });

test('adds at most one legend, keeps its text shorter than the original, and is idempotent', () => {
  let count = 0;
  fc.assert(
    fc.property(
      fc.array(fc.tuple(linesWith('…3'), linesWith('…3', '…5')), { maxLength: 6 }),
      (texts) => {
        const entries = texts.map(([was]) => withText(talk[0]!, was.join('\n')));
        const changed = texts.flatMap(([was, is], at) => {
          const isShorter = is.join('\n').length < was.join('\n').length;
          return isShorter ? [[at, is.join('\n')] as const] : [];
        });
        const plan = saying(entries, Object.fromEntries(changed));
        const after = explainMarkers(entries, plan);
        if (after === plan) return;
        count += 1;
        const others = [...after.replacements].filter(
          ([at, entry]) => entry !== plan.replacements.get(at),
        );
        expect(others).toHaveLength(1);
        const [[at, entry]] = others as [[number, IContent]];
        const [text] = entry.blocks.map((block) => (block.type === 'text' ? block.text : ''));
        const before = Object.fromEntries(changed)[at]!;
        expect(text).toHaveLength(before.length + NOTE.length + 1);
        expect(text!.length).toBeLessThan(texts[at]![0].join('\n').length);
        expect(
          text!.split('\n').some((line, on) => line === `${before.split('\n')[on]} ${NOTE}`),
        ).toBe(true);
        // A second run that changes nothing else finds the legend in the history.
        const settled = previewPlan(entries, after);
        const next = saying(settled, { [at]: text!, [settled.length - 1]: '…1' });
        expect(at === settled.length - 1 || explainMarkers(settled, next) === next).toBe(true);
      },
    ),
    { numRuns: 1_000 },
  );
  expect(count).toBeGreaterThan(50);
  expect(explained(talk, explainMarkers(talk, saying(talk, { 0: '…20', 1: '…20' })))).toHaveLength(
    1,
  );
});

test('the number of reads grows linearly with the history', () => {
  const [once, twice] = visitsOf((entries) => {
    // Only the last text has a gap marker.
    const markers = entries.map(
      (_, at) => [at, at === entries.length - 1 ? '…20' : 'short'] as const,
    );
    const plan = explainMarkers(entries, saying(entries, Object.fromEntries(markers)));
    expect(textAt(plan, entries.length - 1)).toEqual([`…20 ${NOTE}`]);
  });
  expect(once).toBeGreaterThan(1_000);
  expect(twice).toBeLessThanOrEqual(2.05 * once);
});

test('returns the same plan for a circular value', () => {
  const value: Record<string, unknown> = { text: 'A line' };
  value['again'] = value;
  const entry: IContent = {
    speaker: 'tool',
    blocks: [{ type: 'tool_response', callId: 'c1', toolName: 'Read', result: value }],
  };
  const plan = { removals: new Set<number>(), replacements: new Map([[0, { ...entry }]]) };
  expect(explainMarkers([entry], plan)).toBe(plan);
});

describe('a marker counts as new if the removed texts have fewer lines that equal it', () => {
  const ends = ['\n', '\r', '\r\n', '\u2028', '\u2029', ' ', ''];
  const lines = fc.array(
    fc.tuple(
      fc.constantFrom('…1', '…12', '…123', '#1f0c9a3e …1', 'x', ''),
      fc.constantFrom(...ends),
    ),
    { maxLength: 30 },
  );

  test('however many markers both have', () => {
    fc.assert(
      fc.property(lines, lines, (removed, left) => {
        const [given, text] = [removed.flat().join(''), left.flat().join('')];
        const entries = history()
          .human(`${LONG.repeat(9)}\n${given}`)
          .ai('Yes.')
          .build();
        const count = new Map<string, number>();
        for (const line of findGapMarkers(given)) count.set(line, (count.get(line) ?? 0) + 1);
        const isNew = findGapMarkers(text).some((line) => {
          const known = count.get(line) ?? 0;
          count.set(line, known - 1);
          return known <= 0;
        });
        const after = explainMarkers(entries, saying(entries, { 0: text }));
        expect(explained(entries, after)).toHaveLength(isNew ? 1 : 0);
      }),
    );
  });
});
