import type { IContent } from '@palimpsest/core-types';
import { curate, repairHistory } from '@palimpsest/engine/history';
import { createConversationHistory, HistoryCommitError } from '@palimpsest/orchestrator';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const human = (text: string): IContent => ({ speaker: 'human', blocks: [{ type: 'text', text }] });
const ai = (text: string): IContent => ({ speaker: 'ai', blocks: [{ type: 'text', text }] });
const call = (id: string): IContent => ({
  speaker: 'ai',
  blocks: [{ type: 'tool_call', id, name: 'read_file', parameters: {} }],
});
const response = (callId: string): IContent => ({
  speaker: 'tool',
  blocks: [{ type: 'tool_response', callId, toolName: 'read_file', result: 'text' }],
});

test('keeps entries that arrived during a compression, after its result', () => {
  const [task, work, late, waiting, summary] = [
    human('task'),
    ai('work'),
    human('late'),
    call('1'),
    human('summary'),
  ];
  const history = createConversationHistory([task, work, waiting]);
  const seen = history.raw();
  history.append(response('1'), late);
  expect(history.replace(seen, [task, summary, waiting])).toBe(1);
  expect(history.raw()).toEqual([task, summary, waiting, response('1'), late]);
  expect(history.raw()[4]).toBe(late);
  expect(history.version).toBe(2);
  expect(seen).toEqual([task, work, waiting]);
});

test.each([
  {
    code: 'STALE_SNAPSHOT',
    meanwhile: [] as IContent[],
    replaced: [human('other task'), ai('work')],
    given: [human('summary')],
  },
  { code: 'ENTRY_NOT_IN_SNAPSHOT', meanwhile: [human('late')], given: 'all' as const },
  { code: 'BROKEN_HISTORY', meanwhile: [response('1')], given: [human('summary')] },
])(
  'refuses a replacement that would lose or double entries, or break the history: $code',
  (odd) => {
    const history = createConversationHistory([human('task'), call('1')]);
    const seen = history.raw();
    history.append(...odd.meanwhile);
    const before = history.raw();
    const given = odd.given === 'all' ? before : odd.given;
    const replace = () => history.replace(odd.replaced ?? seen, given);
    expect(replace).toThrow(HistoryCommitError);
    expect(replace).toThrow(expect.objectContaining({ code: odd.code }));
    expect(history.raw()).toBe(before);
  },
);

test('equal entries change nothing', () => {
  const history = createConversationHistory([human('task'), ai('')]);
  const view = history.raw();
  expect(history.replace(view, [...view])).toBeUndefined();
  expect(history.raw()).toBe(view);
  expect(history.version).toBe(0);
});

test('a malformed history can be changed and repaired, but not damaged further', () => {
  const broken = [response('lost'), human('task'), ai(''), ai('work')];
  const history = createConversationHistory(broken);
  history.replace(history.raw(), [...broken.slice(0, 3), human('summary')]);
  const further = [...history.raw(), response('also lost')];
  expect(() => history.replace(history.raw(), further)).toThrow(
    expect.objectContaining({ violations: [expect.objectContaining({ index: 4 })] }),
  );
  history.replace(history.raw(), repairHistory(history.raw()).history);
  expect(history.raw()).toEqual([human('task'), human('summary')]);
});

test.each<[unknown, string]>([
  [undefined, 'entries[1]'],
  [{ speaker: 'user', blocks: [] }, 'entries[1].speaker'],
  [{ speaker: 'ai', blocks: 'text' }, 'entries[1].blocks'],
  [{ speaker: 'ai', blocks: [null] }, 'entries[1].blocks[0]'],
  [{ speaker: 'ai', blocks: [{ text: '' }] }, 'entries[1].blocks[0].type'],
])('rejects the entry %j with its path, and adds none of the given entries', (entry, option) => {
  const history = createConversationHistory([human('task')]);
  const given = [ai('fine'), entry as IContent];
  const named = expect.objectContaining({ option, code: 'INVALID_ENTRY' });
  expect(() => history.append(...given)).toThrow(named);
  expect(() => createConversationHistory(given)).toThrow(named);
  expect(() => history.replace(history.raw(), given)).toThrow(/^newEntries\[1\]/);
  expect(history.raw()).toEqual([human('task')]);
});

test('rejects a message of a provider, and says what to do', () => {
  expect(() => createConversationHistory([{ role: 'user', content: 'Hi' } as never])).toThrow(
    'Decode messages of a provider with @palimpsest/formats first.',
  );
});

const entries = fc.array(
  fc.constantFrom('one', 'two', '', ' \n').chain((text) => fc.constantFrom(human(text), ai(text))),
  { maxLength: 20 },
);

test('views are frozen, never change, and survive JSON; curated equals curate(raw)', () => {
  fc.assert(
    fc.property(entries, entries, (first, later) => {
      const history = createConversationHistory(first);
      const [raw, curated] = [history.raw(), history.curated()];
      expect([history.raw(), history.curated()]).toEqual([raw, curated]);
      expect(() => (raw as IContent[]).push(human('x'))).toThrow(TypeError);
      expect(() => (curated as IContent[]).push(human('x'))).toThrow(TypeError);
      history.append(...later);
      expect(raw).toEqual(first);
      expect(curated).toEqual(curate(first));
      expect(history.raw()).toEqual([...first, ...later]);
      expect(history.curated()).toEqual(curate([...first, ...later]));
      const restored = createConversationHistory(JSON.parse(JSON.stringify(history)));
      expect(restored.raw()).toEqual(history.raw());
    }),
  );
});
