import { createConversationHistory } from '@palimpsest/orchestrator';
import type { HistoryEvent } from '../../src/conversation/conversation-history.ts';
import { expect, test, vi } from 'vitest';
import { ai, human } from './story.ts';

test('emits an event for added and for replaced entries', () => {
  const history = createConversationHistory([human('task')]);
  const heard: HistoryEvent[] = [];
  history.subscribe((event) => heard.push(event));
  const added = [ai('work'), human('more')];
  history.append(...added);
  history.commit(history.snapshot(), [human('task'), human('summary')]);
  history.applyDensityResult({ removals: [1], replacements: new Map() });
  expect(heard).toEqual([
    { kind: 'appended', version: 1, entries: added, lengthBefore: 1, lengthAfter: 3 },
    { kind: 'committed', version: 2, firstChangedIndex: 0, lengthBefore: 3, lengthAfter: 2 },
    { kind: 'committed', version: 3, firstChangedIndex: 1, lengthBefore: 2, lengthAfter: 1 },
  ]);
});

test('emits no event when nothing changed or a change was rejected', () => {
  const history = createConversationHistory([human('task')]);
  const heard = vi.fn<() => void>();
  history.subscribe(heard);
  history.append();
  history.commit(history.snapshot(), history.raw());
  expect(() => history.commit(history.snapshot(), [ai('')])).toThrow('break the history');
  expect(() => history.append({ speaker: 'ai' } as never)).toThrow('blocks');
  expect(heard).not.toHaveBeenCalled();
  expect(history.version).toBe(0);
});

test('a listener that throws or rejects affects neither the history nor other listeners', async () => {
  const reported: unknown[] = [];
  const history = createConversationHistory([], {
    onListenerError: (error, event) => {
      reported.push([(error as Error).message, event.version]);
      throw new Error('while reporting');
    },
  });
  const heard = vi.fn<() => void>();
  history.subscribe(() => {
    throw new Error('at once');
  });
  history.subscribe(() => Promise.reject(new Error('later')));
  history.subscribe(heard);
  expect(history.append(human('task'))).toBe(1);
  await Promise.resolve();
  expect(heard).toHaveBeenCalledTimes(1);
  expect(reported).toEqual([
    ['at once', 1],
    ['later', 1],
  ]);
});

test('drops listener errors when no `onListenerError` is given', () => {
  const history = createConversationHistory();
  history.subscribe(() => {
    throw new Error('unheard');
  });
  history.append(human('task'));
  expect(history.length).toBe(1);
});

test('delivers each change to all listeners before the next, even if a listener changes the history', () => {
  const history = createConversationHistory();
  const heard: string[] = [];
  history.subscribe(({ version }) => {
    if (version === 1) {
      heard.push(`appended ${history.append(human('from a listener'))}, ${history.length} in all`);
      history.commit(history.snapshot(), [human('summary')]);
    }
    heard.push(`first ${version}`);
  });
  history.subscribe(({ version }) => heard.push(`second ${version}`));
  history.append(human('task'));
  expect(heard).toEqual([
    'appended 2, 2 in all',
    'first 1',
    'second 1',
    'first 2',
    'second 2',
    'first 3',
    'second 3',
  ]);
  expect(history.raw()).toEqual([human('summary')]);
});

test('a subscription receives no events from before its start or after its end', () => {
  const history = createConversationHistory();
  const heard: string[] = [];
  const listen = (name: string) => history.subscribe(({ version }) => heard.push(name + version));
  history.subscribe(({ version }) => {
    if (version !== 1) return;
    end();
    listen('new ');
  });
  const end = listen('old ');
  history.append(human('one'));
  history.append(human('two'));
  end();
  history.append(human('three'));
  expect(heard).toEqual(['new 2', 'new 3']);
});

test('one function subscribed twice is called twice, until each subscription ends', () => {
  const history = createConversationHistory();
  const heard = vi.fn<() => void>();
  const [first, second] = [history.subscribe(heard), history.subscribe(heard)];
  history.append(human('one'));
  first();
  first();
  history.append(human('two'));
  second();
  history.append(human('three'));
  expect(heard).toHaveBeenCalledTimes(3);
});
