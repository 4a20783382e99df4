import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTextParser, render } from '../../src/rank.ts';
import { countOmitted } from '../../src/rendering/render.ts';
import type { ParsedText } from '../../src/reading/parsed-text.ts';
import { anyJson, anySubset } from '../texts.ts';
import { unitsOf } from '../units-of.ts';

type Keep = (unit: number) => boolean;

const anyReading = fc
  .tuple(anyJson, fc.constantFrom(undefined, 2))
  .map(([value, space]) => JSON.stringify(value, undefined, space) + ' '.repeat(60))
  .filter((text) => !text.includes('"…'))
  .map((text) => createTextParser().read(text));

const strictly = (reading: ParsedText, isKept: Keep): unknown =>
  JSON.parse(render(reading, isKept, { strict: true }));

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns whether `part` equals `whole` except for omitted items that a marker counts. Texts may lack lines. */
function isPartOf(part: unknown, whole: unknown): boolean {
  if (typeof whole === 'string')
    return typeof part === 'string' && (part === whole || part.includes('…'));
  if (typeof whole !== 'object' || whole === null) return Object.is(part, whole);
  if (typeof part !== 'object' || part === null) return false;
  if (Array.isArray(whole)) {
    if (!Array.isArray(part)) return false;
    const items = [...(part as unknown[])];
    const marker =
      typeof items.at(-1) === 'string' && /^…\d+$/.test(items.at(-1) as string)
        ? items.pop()
        : '…0';
    let place = 0;
    for (const item of items) {
      while (place < whole.length && !isPartOf(item, whole[place])) place += 1;
      if (place === whole.length) return false;
      place += 1;
    }
    return items.length + Number((marker as string).slice(1)) === whole.length;
  }
  const { '…': missing = 0, ...members } = part as Record<string, unknown>;
  const names = Object.keys(members);
  return (
    names.every(
      (name) =>
        Object.hasOwn(whole, name) &&
        isPartOf(members[name], (whole as Record<string, unknown>)[name]),
    ) && names.length + (missing as number) === Object.keys(whole).length
  );
}

test('strictly reduced JSON stays valid, and every object and array counts the items it lacks', () => {
  fc.assert(
    fc.property(anyReading, anySubset, (reading, isKept) => {
      expect(isPartOf(strictly(reading, isKept), JSON.parse(reading.source))).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('shows every kept member in order, unchanged except for white space', () => {
  fc.assert(
    fc.property(anyReading, anySubset, fc.boolean(), (reading, isKept, strict) => {
      const reader = createTextParser();
      const again = reader.read(reading.source);
      const shown = render(again, isKept, { strict }).replaceAll(/\s/g, '');
      let from = 0;
      for (const [unit, { text }] of unitsOf(again, reader).entries()) {
        if (!isKept(unit)) continue;
        const piece = text.replaceAll(/\s/g, '');
        const at = shown.indexOf(piece, from);
        expect(at).toBeGreaterThanOrEqual(from);
        from = at + piece.length;
      }
    }),
  );
});

test('reduced JSON is not valid JSON without the strict option', () => {
  fc.assert(
    fc.property(
      anyReading,
      fc.oneof(
        anySubset,
        fc.constant(() => false),
      ),
      (reading, isKept) => {
        const shown = render(reading, isKept);
        expect(isJson(shown)).toBe(shown === reading.source);
      },
    ),
  );
});

test('renders JSON unchanged when every unit is kept', () => {
  fc.assert(
    fc.property(anyReading, fc.boolean(), (reading, strict) => {
      expect(render(reading, () => true, { strict })).toBe(reading.source);
    }),
  );
});

test('parsing reduced JSON again and keeping every unit changes nothing', () => {
  fc.assert(
    fc.property(anyReading, anySubset, fc.boolean(), (reading, isKept, strict) => {
      const shown = render(reading, isKept, { strict });
      expect(render(createTextParser().read(shown), () => true, { strict })).toBe(shown);
    }),
  );
});

const RECORDS = JSON.stringify({
  page: 3,
  items: [
    { id: 'HAT021', origin: 'SEA', destination: 'JFK', scheduled_arrival: '19:00:00' },
    { id: 'HAT089', origin: 'SEA', destination: 'LAX', scheduled_arrival: '08:00:00' },
  ],
  note: `${'Nothing was said about this one.\n'.repeat(8)}Seats are held by holdSeats() until noon.  \nThe end.`,
});

function keeping(text: string, strict: boolean, ...names: readonly string[]): string {
  const reader = createTextParser();
  const reading = reader.read(text);
  const units = unitsOf(reading, reader);
  return render(reading, (unit) => names.some((name) => units[unit]!.text.includes(name)), {
    strict,
  });
}

test('keeps the borders between records, and counts the omitted members of each group', () => {
  expect(keeping(RECORDS, false, 'HAT089', '08:00')).toBe(
    '{"items":[{"id":"HAT089","scheduled_arrival":"08:00:00",…2},…1],…2}',
  );
  expect(keeping(RECORDS, true, 'HAT089', '08:00')).toBe(
    '{"items":[{"id":"HAT089","scheduled_arrival":"08:00:00","…":2},"…1"],"…":2}',
  );
});

test('keeps single lines of a long text, with gap markers inside it and, unless strict, one after it', () => {
  expect(keeping(RECORDS, true, 'holdSeats')).toBe(
    '{"note":"…8\\nSeats are held by holdSeats() until noon.\\n…1","…":2}',
  );
  expect(keeping(RECORDS, false, 'holdSeats')).toBe(
    '{"note":"…8\\nSeats are held by holdSeats() until noon.\\n…1"…,…2}',
  );
});

test('keeps trailing blanks of lines in a long text when all its lines are kept', () => {
  const shown = JSON.parse(keeping(RECORDS, true, 'Nothing', 'Seats', 'The end')) as {
    note: string;
  };
  expect(shown.note).toBe((JSON.parse(RECORDS) as { note: string }).note);
});

test('with nothing kept, one gap marker replaces all members, in strict mode inside the object', () => {
  const reading = createTextParser().read(RECORDS);
  expect(render(reading, () => false)).toBe(`…${countOmitted(reading)}`);
  expect(countOmitted(reading)).toBe(19);
  expect(render(reading, () => false, { strict: true })).toBe('{"…":3}');
});

test('adds earlier gap markers to the count of omitted members', () => {
  const once = JSON.stringify({
    first: 'something that was kept',
    second: 'something else',
    '…': 12,
    list: ['a rather long item of a list, kept', 'another long item, to go', '…4'],
  });
  expect(keeping(once, true, 'first', 'long item of')).toBe(
    '{"first":"something that was kept","list":["a rather long item of a list, kept","…5"],"…":13}',
  );
  expect(countOmitted(createTextParser().read(once), () => false)).toBe(4 + 12 + 4);
});

test('a member named like a marker counts as one omitted member as soon as another is omitted', () => {
  const cut = JSON.stringify({
    first: 'something that was kept',
    second: 'something else, to go',
    '…': ['and 200 more', { path: 'an item of some length, which is as long as it is' }],
  });
  expect(keeping(cut, true, 'first', 'second')).toBe(cut);
  expect(keeping(cut, true, 'first')).toBe('{"first":"something that was kept","…":2}');
});

test('removes blanks around a key, and keeps those inside it', () => {
  const spaced = `{ "a name : of it"  :\n "something of some length", "other" : "something to go, of some length" }`;
  expect(keeping(spaced, true, 'a name')).toBe(
    '{"a name : of it":"something of some length","…":1}',
  );
});

test('renders a list without items unchanged', () => {
  const text = `[${' '.repeat(80)}]`;
  expect(render(createTextParser().read(text), () => true)).toBe(text);
  expect(render(createTextParser().read(text), () => false)).toBe(text);
});
