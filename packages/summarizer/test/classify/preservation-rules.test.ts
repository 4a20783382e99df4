import {
  formatDuplicateMarker,
  formatSummaryMarker,
  formatTruncationMarker,
  OptionError,
} from '@palimpsest/core-types';
import {
  classifyText,
  createClassifier,
  decide,
  preservationRules,
  type Candidate,
} from '@palimpsest/summarizer/classify';
import type { PreservationOptions } from '../../src/classify/preservation-rules.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryText } from './arbitrary-text.ts';
import { candidate, fenced, prose } from './rules.ts';

const ruleOf = (changes: Partial<Candidate>, options?: PreservationOptions) =>
  decide(candidate(changes), preservationRules(options)).rule;

const ORDER = [
  'role',
  'recency',
  'tool-calls',
  'short',
  'compressed',
  'duplicate',
  'code-split',
  'code',
  'hard-content',
  'json',
];

/** For each rule and the next one, a message that matches both: the result shows which rule takes precedence. */
const HELD_BY_BOTH: readonly (readonly [string, string, Partial<Candidate>])[] = [
  ['role', 'recency', { role: 'system', position: 99 }],
  ['recency', 'tool-calls', { position: 99, hasToolCalls: true }],
  ['tool-calls', 'short', { hasToolCalls: true, text: 'ok' }],
  ['short', 'compressed', { text: formatSummaryMarker({ text: 'all is well' }) }],
  ['compressed', 'duplicate', { compressed: true, duplicate: true }],
  ['duplicate', 'code-split', { duplicate: true, text: fenced(200) }],
  ['code-split', 'code', { text: fenced(200) }],
  ['code', 'hard-content', { text: fenced(40) }],
  ['hard-content', 'json', { text: JSON.stringify({ text: prose(300) }) }],
];

test('the rules are in the order of the seed', () => {
  expect(preservationRules().map(({ name }) => name)).toEqual(ORDER);
});

test.each(HELD_BY_BOTH)('%s takes precedence over %s', (first, second, changes) => {
  const message = candidate(changes);
  expect(decide(message).rule).toBe(first);
  const rules = preservationRules();
  const index = ORDER.indexOf(first);
  [rules[index], rules[index + 1]] = [rules[index + 1]!, rules[index]!];
  expect(decide(message, rules).rule).toBe(second);
});

test('compresses a message that no rule matches', () => {
  expect(decide(candidate())).toEqual({ action: 'compress', rule: 'default' });
  expect(decide(candidate({ text: '' }), [])).toEqual({ action: 'compress', rule: 'default' });
});

test('preserves the configured roles, by default the system role', () => {
  expect(decide(candidate({ role: 'system' }))).toEqual({ action: 'preserve', rule: 'role' });
  expect(ruleOf({ role: 'system' })).toBe('role');
  expect(ruleOf({ role: 'developer' })).toBe('default');
  expect(ruleOf({ role: 'developer' }, { preserve: ['developer'] })).toBe('role');
  expect(ruleOf({ role: 'system' }, { preserve: ['developer'] })).toBe('default');
});

test('the newest four messages of any role are recent', () => {
  const rules = [95, 96, 97, 99].map((position) => ruleOf({ position, role: 'tool' }));
  expect(rules).toEqual(['default', 'recency', 'recency', 'recency']);
  expect(ruleOf({ position: 0, total: 4 })).toBe('recency');
  expect(ruleOf({ position: 0, total: 5 })).toBe('default');
});

test('the recency window can have any size, and 0 disables it', () => {
  const rules = [10, 0, Infinity].map((recencyWindow) =>
    [89, 90, 99].map((position) => ruleOf({ position }, { recencyWindow })),
  );
  expect(rules).toEqual([
    ['default', 'recency', 'recency'],
    ['default', 'default', 'default'],
    ['recency', 'recency', 'recency'],
  ]);
});

test('preserves messages with tool calls', () => {
  expect(decide(candidate({ hasToolCalls: true }))).toEqual({
    action: 'preserve',
    rule: 'tool-calls',
  });
});

test('texts below 120 UTF-16 units are short by default', () => {
  const rules = [119, 120, 121].map((length) => ruleOf({ text: prose(length) }));
  expect(rules).toEqual(['short', 'default', 'default']);
  // 60 characters of two UTF-16 units each.
  expect(ruleOf({ text: '🌲'.repeat(60) })).toBe('default');
  expect(ruleOf({ text: '🌲'.repeat(59) })).toBe('short');
  expect(ruleOf({ text: prose(79) }, { minLength: 80 })).toBe('short');
  expect(ruleOf({ text: prose(80) }, { minLength: 80 })).toBe('default');
  expect(ruleOf({ text: '' }, { minLength: 0 })).toBe('default');
});

const lines = (text: string) => `${text}\r\n\r\n${text}`;

test('CR LF counts as one unit of a short text', () => {
  expect(lines(prose(58)).length).toBe(120);
  expect(ruleOf({ text: lines(prose(58)) })).toBe('short');
  expect(ruleOf({ text: lines(prose(59)) })).toBe('default');
  expect(ruleOf({ text: '\r\n'.repeat(119) })).toBe('short');
  expect(ruleOf({ text: '\r\n'.repeat(120) })).toBe('default');
});

test('preserves summary, truncation and duplicate markers', () => {
  const marks = [
    formatSummaryMarker({ text: prose(200) }),
    formatSummaryMarker({ text: prose(200), id: 'a1' }),
    formatTruncationMarker(900, prose(200)),
    formatDuplicateMarker({ of: prose(130), length: 2_000 }),
  ];
  for (const text of marks)
    expect(decide(candidate({ text }))).toEqual({ action: 'preserve', rule: 'compressed' });
});

test('neither a text that only starts like a marker nor a text that is too long is a marker', () => {
  expect(ruleOf({ text: `[summary: ${prose(200)}` })).toBe('default');
  expect(ruleOf({ text: `[summary: all is well] ${prose(200)}` })).toBe('default');
  expect(ruleOf({ text: `[truncated — ${prose(5_000)}` })).toBe('default');
  expect(ruleOf({ text: formatSummaryMarker({ text: prose(989) }) })).toBe('compressed');
  expect(ruleOf({ text: formatSummaryMarker({ text: prose(990) }) })).toBe('default');
});

test('preserves a message whose metadata marks it as compressed, at any length', () => {
  const text = formatSummaryMarker({ text: prose(5_000) });
  expect(ruleOf({ text, compressed: true })).toBe('compressed');
  expect(ruleOf({ text, compressed: false })).toBe('default');
});

test('returns the action duplicate for a duplicate', () => {
  expect(decide(candidate({ duplicate: true }))).toEqual({
    action: 'duplicate',
    rule: 'duplicate',
  });
  expect(ruleOf({ duplicate: false })).toBe('default');
});

test('splits code with at least 80 units of prose around it, and preserves it with less', () => {
  const decisions = [79, 80, 81].map((length) => decide(candidate({ text: fenced(length) })));
  expect(decisions).toEqual([
    { action: 'preserve', rule: 'code' },
    { action: 'code-split', rule: 'code-split' },
    { action: 'code-split', rule: 'code-split' },
  ]);
  expect(ruleOf({ text: fenced(30) }, { minProseLength: 30 })).toBe('code-split');
  expect(ruleOf({ text: fenced(29) }, { minProseLength: 30 })).toBe('code');
  expect(ruleOf({ text: fenced(0) }, { minProseLength: 0 })).toBe('code-split');
  expect(ruleOf({}, { minProseLength: 0 })).toBe('default');
});

const around = (before: number, after: number) =>
  `  ${'a'.repeat(before)}\r\n\r\n\`\`\`\n${'x = 1\n'.repeat(30)}\`\`\`\n\n   ${'b'.repeat(after)}   \n`;

test('counts the prose of all parts together, without the white space around each', () => {
  expect(ruleOf({ text: around(40, 40) })).toBe('code-split');
  expect(ruleOf({ text: around(40, 39) })).toBe('code');
  expect(ruleOf({ text: around(0, 80) })).toBe('code-split');
  expect(ruleOf({ text: around(0, 0) })).toBe('code');
});

test.each([
  ['a fence that is never closed', `${prose(100)}\n\`\`\`ts\n${'x = 1\n'.repeat(20)}`],
  ['a fence within a longer one', `${prose(100)}\n\`\`\`\`\n\`\`\`\nx\n\`\`\`\n\`\`\`\`\n`],
  ['a fence with CR LF', `${prose(150)}\r\n\`\`\`ts\r\nx = 1\r\n\`\`\`\r\n`],
])('splits a message with %s', (_, text) => {
  expect(ruleOf({ text })).toBe('code-split');
});

test('backticks in a sentence are not a fence', () => {
  expect(ruleOf({ text: `${prose(200)} Use \`\`\`x\`\`\` here.` })).toBe('default');
});

test('preserves hard content, and returns its reasons', () => {
  const text = `${prose(200)}\n$ ls and write to anna@example.org`;
  expect(decide(candidate({ text }))).toEqual({
    action: 'preserve',
    rule: 'hard-content',
    reasons: ['shell_command', 'email'],
  });
  expect(ruleOf({ text }, { classifier: createClassifier({ hard: [] }) })).toBe('default');
});

test('compresses soft content', () => {
  const text = `${prose(200)} Write to anna@example.org.`;
  expect(classifyText(text).reasons).toEqual(['email']);
  expect(ruleOf({ text })).toBe('default');
});

const JSON_ONLY = { classifier: createClassifier({ hard: [] }) };

test('preserves JSON objects and arrays', () => {
  const long = prose(200);
  for (const value of [{ long }, [long], [[[long]]], { a: { b: [1, long] } }]) {
    const text = JSON.stringify(value);
    expect(ruleOf({ text }, JSON_ONLY)).toBe('json');
    expect(ruleOf({ text: ` \n${text}\r\n ` }, JSON_ONLY)).toBe('json');
    expect(ruleOf({ text: text.slice(0, -1) }, JSON_ONLY)).toBe('default');
    expect(ruleOf({ text: `${text}.` }, JSON_ONLY)).toBe('default');
  }
  expect(ruleOf({ text: JSON.stringify(long) }, JSON_ONLY)).toBe('default');
  expect(ruleOf({ text: `[${long}]` }, JSON_ONLY)).toBe('default');
  expect(ruleOf({ text: `{${long}}` }, JSON_ONLY)).toBe('default');
});

test('handles JSON of any depth', { timeout: 300_000 }, () => {
  const depth = 100_000;
  const deep = '['.repeat(depth) + ']'.repeat(depth);
  expect(['json', 'default']).toContain(ruleOf({ text: deep }, JSON_ONLY));
  expect(ruleOf({ text: '['.repeat(depth) }, JSON_ONLY)).toBe('default');
  expect(ruleOf({ text: `${'[{"a":'.repeat(depth / 5)}]` }, JSON_ONLY)).toBe('default');
});

test('rules can be added and omitted', () => {
  const pinned = {
    name: 'pinned',
    decide: ({ text }: Candidate) =>
      text.startsWith('!') ? ({ action: 'preserve', reasons: ['asked for'] } as const) : undefined,
  };
  const rules = [pinned, ...preservationRules().filter(({ name }) => name !== 'short')];
  expect(decide(candidate({ text: '! keep' }), rules)).toEqual({
    action: 'preserve',
    rule: 'pinned',
    reasons: ['asked for'],
  });
  expect(decide(candidate({ text: 'hi' }), rules).rule).toBe('default');
});

test('changing the returned list of rules does not affect other calls', () => {
  preservationRules().length = 0;
  expect(decide(candidate({ role: 'system' })).rule).toBe('role');
  expect(preservationRules()).toHaveLength(ORDER.length);
});

test.each(['recencyWindow', 'minLength', 'minProseLength'] as const)(
  '%s must be at least 0',
  (name) => {
    for (const value of [-1, Number.NaN]) {
      const make = () => preservationRules({ [name]: value });
      expect(make).toThrow(OptionError);
      expect(make).toThrow(`${name}: expected a number of 0 or more, got ${value}.`);
    }
  },
);

test('gives equal messages the same decision, and does not mutate them', () => {
  fc.assert(
    fc.property(
      arbitraryText,
      fc.nat(10),
      fc.nat(10),
      fc.boolean(),
      (text, position, more, hasToolCalls) => {
        const message = Object.freeze(
          candidate({ text, position, total: position + more + 1, hasToolCalls }),
        );
        expect(decide(message)).toEqual(decide({ ...message }));
      },
    ),
  );
});
