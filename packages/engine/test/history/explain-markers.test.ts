import { MARKER_LEGEND, type IContent } from '@palimpsest/core-types';
import { applyPlan, explainMarkers, isExplained } from '../../src/history/index.ts';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';

const entries = history().human('a').ai('one').call('Read').result('x').ai('two').build();
const result = (value: unknown): IContent => ({
  speaker: 'tool',
  blocks: [{ type: 'tool_response', callId: 'call-1', toolName: 'Read', result: value }],
});
const explained = (replacements: readonly (readonly [number, IContent])[]): string =>
  JSON.stringify(
    applyPlan(entries, { edits: explainMarkers(entries, new Map(replacements)) }).history,
  );

test('the legend follows the first gap marker that a plan writes, and only that one', () => {
  const [first, last] = history().ai('…3\nleft').ai('…4').build();
  const text = explained([
    [4, last!],
    [1, first!],
  ]);
  expect(text).toContain(`…3 ${MARKER_LEGEND}\\nleft`);
  expect(text.split(MARKER_LEGEND)).toHaveLength(2);
});

test.each([
  ['a text', 'a\n#0a1b2c3d …5\nb'],
  ['a part of a list', [{ type: 'text', text: '#0a1b2c3d …5' }]],
])('the legend stands in a result that is %s', (_, value) => {
  expect(explained([[3, result(value)]])).toContain(`#0a1b2c3d …5 ${MARKER_LEGEND}`);
});

test('there is no second legend, and none without a marker', () => {
  const [told] = history().ai(`…3 ${MARKER_LEGEND}`).build();
  expect(isExplained(told!)).toBe(true);
  const plan = new Map([[3, result('…5')]]);
  expect(explainMarkers([...entries, told!], plan)).toBe(plan);
  const bare = new Map([[3, result('short')]]);
  expect(explainMarkers(entries, bare)).toBe(bare);
});

/** A plan that counts how many of its edits are read. */
class CountedEdits extends Map<number, IContent> {
  read = 0;
  override *[Symbol.iterator](): MapIterator<[number, IContent]> {
    for (const edit of super.entries()) {
      this.read += 1;
      yield edit;
    }
    return undefined;
  }
}

test('a plan with many edits is read at most twice, wherever its first marker is', () => {
  const length = 1_000;
  const many = Array.from({ length }, (_, at) => history().ai(`m${at}`).build()[0]!);
  for (const marked of [0, length - 1]) {
    const edits = new CountedEdits();
    for (const [at] of many.entries())
      edits.set(
        at,
        history()
          .ai(at < marked ? 'short' : '…3')
          .build()[0]!,
      );
    const legends = [...explainMarkers(many, edits).values()].filter(isExplained);
    expect(legends).toHaveLength(1);
    expect(edits.read).toBeLessThanOrEqual(2 * length);
  }
});
