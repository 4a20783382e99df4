import { inspect } from 'node:util';
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

test('a view is an array of its moment, whatever is appended afterwards', () => {
  fc.assert(
    fc.property(entries, entries, fc.integer(), fc.integer(), (first, later, start, end) => {
      const history = createConversationHistory(first);
      const view = history.raw();
      history.append(...later);
      expect(Array.isArray(view)).toBe(true);
      expect(view).toEqual(first);
      expect([...view]).toEqual(first);
      expect(structuredClone(view.slice())).toEqual(first);
      expect(view.slice(start, end)).toEqual(first.slice(start, end));
      expect(view.slice(start % 30, end % 30)).toEqual(first.slice(start % 30, end % 30));
      expect(view.map((entry, index) => [index, entry])).toEqual(
        first.map((entry, index) => [index, entry]),
      );
      expect(Array.from(view.entries())).toEqual(Array.from(first.entries()));
      expect(Array.from(view.values())).toEqual(first);
      expect([human('new')].concat(view)).toEqual([human('new'), ...first]);
      expect(Object.keys(view)).toEqual(Object.keys(first));
      expect(Reflect.ownKeys(view)).toEqual(Reflect.ownKeys(first));
      expect(first.length in view).toBe(false);
      expect(view[first.length]).toBeUndefined();
      expect(view.at(-1)).toBe(first.at(-1));
      expect(Object.getOwnPropertyDescriptor(view, 'length')?.value).toBe(first.length);
      expect(Object.getOwnPropertyDescriptor(view, first.length)).toBeUndefined();
      expect(JSON.stringify(view)).toBe(JSON.stringify(first));
    }),
  );
});

test('nobody can change a view, nor the history through it', () => {
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
    () => Object.freeze(view),
    () => Object.setPrototypeOf(view, null),
    () => Object.defineProperty(view, '0', { value: human('x') }),
  ];
  for (const change of changes) expect(change).toThrow(TypeError);
  view.slice().push(human('x'));
  expect(history.raw()).toEqual([human('one'), human('two')]);
});

test('asking again while nothing changed answers the same array', () => {
  const history = createConversationHistory([human('one'), ai('')]);
  const [raw, curated] = [history.raw(), history.curated()];
  expect(history.raw()).toBe(raw);
  expect(history.curated()).toBe(curated);
  history.append(ai(' '));
  expect(history.raw()).not.toBe(raw);
  expect(history.curated()).toBe(curated);
});

test('where nothing is blank, curated and raw are the same array', () => {
  const history = createConversationHistory([human('one')]);
  history.append(ai('two'));
  expect(history.curated()).toBe(history.raw());
});

test('curated is what curate makes of raw, whenever it is asked for', () => {
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

test('each entry is looked at once for the curated view', () => {
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
  // Once when it is checked on its way in.
  expect(looks).toBe(200);
});

test('a hundred thousand views, each asked for after an append, keep nothing of their own', () => {
  const history = createConversationHistory();
  const entry = human('again');
  const views: (readonly IContent[])[] = [];
  for (let turn = 0; turn < 100_000; turn += 1) {
    history.append(entry);
    views.push(history.raw());
  }
  // A copy for each would have been 5,000,050,000 places.
  expect(views.every((view, index) => view.length === index + 1)).toBe(true);
});

test('the newest view prints as the array it is', () => {
  const history = createConversationHistory([human('one')]);
  expect(inspect(history.raw())).toBe(inspect([human('one')]));
});
