import type { IContent } from '@palimpsest/core-types';
import { curate } from '@palimpsest/history';
import { createConversationHistory } from '@palimpsest/orchestrator';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ai, human } from './story.ts';

const entries = fc.array(
  fc.constantFrom('one', 'two', '', ' \n').chain((text) => fc.constantFrom(human(text), ai(text))),
  { maxLength: 20 },
);

test('returns a plain array that later appends do not change', () => {
  fc.assert(
    fc.property(entries, entries, (first, later) => {
      const history = createConversationHistory(first);
      const copy = history.raw();
      history.append(...later);
      expect(copy).toEqual(first);
      expect(structuredClone(copy)).toEqual(first);
      expect(history.raw()).toEqual([...first, ...later]);
    }),
  );
});

test('returns frozen arrays: no caller can change the history through them', () => {
  const history = createConversationHistory([human('one'), human('two')]);
  const view = history.raw() as IContent[];
  const changes = [
    () => view.push(human('x')),
    () => view.pop(),
    () => {
      view[0] = human('x');
    },
    () => {
      view.length = 0;
    },
    () => view.fill(human('x')),
    () => Object.setPrototypeOf(view, null),
    () => Object.defineProperty(view, '0', { value: human('x') }),
  ];
  for (const change of changes) expect(change).toThrow(TypeError);
  view.slice().push(human('x'));
  expect(history.raw()).toEqual([human('one'), human('two')]);
});

test('returns the same array until the history changes', () => {
  const history = createConversationHistory([human('one'), ai('')]);
  const [raw, curated] = [history.raw(), history.curated()];
  expect(history.raw()).toBe(raw);
  expect(history.curated()).toBe(curated);
  history.append(ai(' '));
  expect(history.raw()).not.toBe(raw);
  expect(history.curated()).toBe(curated);
});

test('returns the same array for curated and raw when no entry is blank', () => {
  const history = createConversationHistory([human('one')]);
  history.append(ai('two'));
  expect(history.curated()).toBe(history.raw());
});

test('curated equals curate(raw) at any time', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(entries, fc.boolean())), (steps) => {
      const history = createConversationHistory();
      const seen: (readonly [view: readonly IContent[], then: readonly IContent[]])[] = [];
      for (const [added, asks] of steps) {
        history.append(...added);
        if (asks) seen.push([history.curated(), curate([...history.raw()])]);
      }
      for (const [view, then] of seen) expect(view).toEqual(then);
      expect(history.curated()).toEqual(curate([...history.raw()]));
    }),
  );
});

test('reads each entry once for curated, however often it is called', () => {
  let looks = 0;
  const watched = (text: string): IContent => ({
    speaker: 'ai',
    get blocks() {
      looks += 1;
      return [{ type: 'text', text }] as const;
    },
  });
  const history = createConversationHistory();
  for (let turn = 0; turn < 100; turn += 1) {
    history.append(watched(turn % 3 === 0 ? '' : 'words'));
    history.curated();
  }
  // `append` reads each entry once more, to validate it.
  expect(looks).toBe(200);
});
