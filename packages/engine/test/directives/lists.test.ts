import { findDirectives } from '../../src/directives/index.ts';
import { expect, test } from 'vitest';

const found = (text: string) => findDirectives(text).map((one) => `${one.level}: ${one.text}`);

test('the items under a prohibition are prohibitions', () => {
  expect(
    found('You must not:\n- the public API\n- anything in `legacy/`\n\nThe rest is fine.'),
  ).toEqual([
    'must-not: You must not:',
    'must-not: - the public API',
    'must-not: - anything in `legacy/`',
  ]);
});

test('the items under a heading of rules are directives, each with its own level if it has one', () => {
  const text =
    '## Rules\n\n1. Green build\n2. Never push\n   and no tags\n\n## Plan\n1. Look around';
  expect(found(text)).toEqual([
    'must: 1. Green build',
    'must-not: 2. Never push',
    'must: and no tags',
  ]);
});

test.each([
  ['Requirements:', 'must'],
  ['**Constraints**', 'must'],
  ['# Output format', 'must'],
  ['Follow these steps:', 'must'],
  ['Guidelines:', 'should'],
  ['IMPORTANT TIPS:', 'should'],
  ['Only change these files:', 'only'],
  ['Non-goals:', 'must-not'],
  ["Don'ts:", 'must-not'],
  ['Preferences:', 'prefer'],
  ['注意事项：', 'must'],
  ['禁止事项：', 'must-not'],
  ['注意事項：', 'must'],
  ['Eisen:', 'must'],
  ['禁止事項：', 'must-not'],
])('%s sets the level of the items in its list: %s', (opener, level) => {
  const list = findDirectives(`${opener}\n- alpha\n- beta\n`).filter(({ text }) =>
    text.startsWith('- '),
  );
  expect(list.map((one) => [one.text, one.level])).toEqual([
    ['- alpha', level],
    ['- beta', level],
  ]);
});

test.each(['Plan:', 'Files:', 'What I tried:', '## Background'])(
  '%s sets no level for the items in its list',
  (title) => {
    expect(found(`${title}\n- alpha\n- beta`)).toEqual([]);
  },
);

test('a list ends at the next ordinary text', () => {
  expect(found('Rules:\n- alpha\nNow to something else.\n- beta')).toEqual(['must: - alpha']);
});

test('a question in a list of requirements is not a directive', () => {
  expect(found('Requirements:\n- Is it fast?\n- fast')).toEqual(['must: - fast']);
});

test('a permission or an explanation in a list of tips is not a directive', () => {
  expect(
    found(
      'Tips:\n- short names\n- you can look at the old ones\n- When you move, it is easy to fall.',
    ),
  ).toEqual(['should: - short names']);
});

test('the continuation line of a tip is not a directive, and does not end the list', () => {
  expect(found('Tips:\n- short names\n  so that they fit\n- small files')).toEqual([
    'should: - short names',
    'should: - small files',
  ]);
});

test('a permission, an example or a fact in a list of rules is not a directive', () => {
  expect(
    found(
      'Rules:\n- You may already be on a branch.\n- The name is pre-set. Do not change it.\n- one step. E.g. you could run both at once.\n- For example, you might wait.',
    ),
  ).toEqual(['must-not: Do not change it.', 'must: - one step.']);
});
