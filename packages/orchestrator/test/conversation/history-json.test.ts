import type { IContent } from '@palimpsest/core-types';
import { ConversationHistory, createConversationHistory } from '@palimpsest/orchestrator';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ai, human } from './story.ts';

const throughText = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Creates an entry with the value in both fields that accept any value. */
function holding(native: unknown): IContent {
  return { speaker: 'human', blocks: [{ type: 'opaque', kind: 'any', native }], native };
}

test('restores a history from JSON with its entries, id and version', () => {
  const history = createConversationHistory([human('task')], { id: 'alice/42' });
  history.append(ai(''), ai('work'));
  const read = ConversationHistory.from(throughText(history));
  expect(read.raw()).toEqual(history.raw());
  expect(read.curated()).toEqual(history.curated());
  expect([read.id, read.version]).toEqual(['alice/42', 1]);
  expect(read.append(human('more'))).toBe(2);
  expect(ConversationHistory.from(throughText(createConversationHistory())).id).toBeUndefined();
});

test('restores bytes anywhere as bytes, and all JSON values unchanged', () => {
  const bytes = fc.uint8Array({ maxLength: 8 });
  const json = fc.jsonValue().map(throughText);
  const inside = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      bytes,
      json,
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('a', '$palimpsest.bytes', 'b'), tie('value'), { maxKeys: 2 }),
    ),
  })).value;
  fc.assert(
    fc.property(inside, (native) => {
      const history = createConversationHistory([holding(native)]);
      const read = ConversationHistory.from(throughText(history));
      expect(read.raw()[0]?.native).toEqual(native);
      expect(read.raw()).toEqual([holding(native)]);
    }),
    { numRuns: 500 },
  );
});

test('restores large byte arrays and the bytes of a Buffer', () => {
  const large = Uint8Array.from({ length: 200_000 }, (_, index) => index % 251);
  const history = createConversationHistory([holding(large), holding(Buffer.from('text'))]);
  const read = ConversationHistory.from(throughText(history));
  expect(read.raw()[0]?.native).toEqual(large);
  expect(read.raw()[1]?.native).toEqual(new TextEncoder().encode('text'));
});

test('`toJSON` does not change the entries', () => {
  const bytes = new Uint8Array([1, 2]);
  const entry = holding({ data: bytes });
  const history = createConversationHistory([entry, human('task')]);
  const json = history.toJSON();
  expect(entry).toEqual(holding({ data: bytes }));
  expect(json.entries[1]).toBe(history.raw()[1]);
});

test('keeps an object that only resembles encoded bytes', () => {
  const odd = { kind: 'palimpsest.conversation-history', format: 1, version: 0 };
  const entries = [holding({ '$palimpsest.bytes': 'no base64!' })];
  expect(ConversationHistory.from({ ...odd, entries }).raw()).toEqual(entries);
});

function nested(levels: number): unknown {
  let value: unknown = new Uint8Array([1]);
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

test('restores bytes 200 levels deep, and `toJSON` does not throw at 100,000 levels', () => {
  const history = createConversationHistory([{ ...human('task'), native: nested(199) }]);
  expect(ConversationHistory.from(throughText(history)).raw()).toEqual(history.raw());
  const deep = createConversationHistory([holding(nested(100_000))]);
  expect(() => deep.toJSON()).not.toThrow();
});

test('rejects a snapshot of the original history on the restored one', () => {
  const history = createConversationHistory([human('task')]);
  const snapshot = history.snapshot();
  const read = ConversationHistory.from(throughText(history));
  expect(() => read.commit(snapshot, [])).toThrow(
    expect.objectContaining({ code: 'FOREIGN_SNAPSHOT' }),
  );
});

test('rejects invalid JSON of a history with the path of the problem', () => {
  const json = createConversationHistory([human('task')], { id: 'one' }).toJSON();
  const odd: readonly (readonly [json: unknown, option: string])[] = [
    [JSON.stringify(json), 'json'],
    [null, 'json'],
    [{ ...json, kind: 'other' }, 'json.kind'],
    [{ ...json, format: 2 }, 'json.format'],
    [{ ...json, id: 1 }, 'json.id'],
    [{ ...json, version: -1 }, 'json.version'],
    [{ ...json, version: 0.5 }, 'json.version'],
    [{ ...json, entries: {} }, 'json.entries'],
    [{ ...json, entries: [{}] }, 'json.entries[0].speaker'],
    [{ ...json, entries: [{ speaker: 'ai', blocks: [{}] }] }, 'json.entries[0].blocks[0].type'],
  ];
  for (const [value, option] of odd) {
    expect(() => ConversationHistory.from(value)).toThrow(
      expect.objectContaining({ name: 'OptionError', option }),
    );
  }
});
