import { anthropic } from '@palimpsest/formats/anthropic';
import { expect, test } from 'vitest';
import {
  changeRules,
  createCompactor,
  NO_RULES,
  readForgottenRule,
  readSessionRules,
  type RuleCommand,
} from '../src/index.ts';

function run(...commands: readonly (readonly [RuleCommand, string])[]) {
  let change = { rules: NO_RULES, message: '' };
  for (const [command, text] of commands) change = changeRules(change.rules, command, text);
  return change;
}

test('a rule is in one list only: the one that the newest command names', () => {
  const { rules } = run(['keep', 'tool:bash'], ['keep', '  PORT '], ['drop', 'tool:bash']);
  expect(rules).toEqual({ keep: ['PORT'], drop: ['tool:bash'] });
  expect(run(['keep', 'PORT'], ['keep', 'PORT']).rules.keep).toEqual(['PORT']);
});

test('quotes around a rule are not part of it', () => {
  expect(run(['keep', '"Never push."'], ['drop', ' "a" or "b" ']).rules).toEqual({
    keep: ['Never push.'],
    drop: ['"a" or "b"'],
  });
  expect(run(['keep', 'PORT'], ['forget', '"PORT"']).rules.keep).toEqual([]);
  expect(run(['keep', '"']).rules.keep).toEqual(['"']);
});

test.each([
  ['"forget tool:bash"', 'tool:bash'],
  ['forget PORT', 'PORT'],
  [' forget  /a b/\n', '/a b/'],
  ['forget', undefined],
  ['forgetful', undefined],
  ['undo', undefined],
])('the arguments %j forget the rule %j', (args, rule) => {
  expect(readForgottenRule(args)).toBe(rule);
});

test('an invalid rule changes nothing and says why', () => {
  for (const text of ['/(/', 'tool:', 'file: ']) {
    const { rules, message } = run(['keep', text]);
    expect(rules).toBe(NO_RULES);
    expect(message).toContain('expected');
  }
  expect(run(['drop', 'a\nb']).rules).toBe(NO_RULES);
});

test('stored rules are read back, and whatever is no rule is left out', () => {
  const { rules } = run(['keep', 'PORT'], ['drop', 'file:src/*.ts']);
  expect(readSessionRules(JSON.parse(JSON.stringify(rules)))).toEqual(rules);
  for (const stored of [undefined, null, 3, 'keep', { keep: 'PORT' }, { keep: [1, '', '/(/'] }]) {
    expect(readSessionRules(stored)).toEqual(NO_RULES);
  }
});

/** A session with one result of a file and one of a list. */
const lines = (name: string) =>
  Array.from({ length: 90 }, (_, at) => `${name} ${at * 7919}`).join('\n');
const transcript = ['a.ts', 'b.ts', 'c.ts', 'd.ts'].flatMap((path) => [
  { role: 'assistant', content: [{ type: 'tool_use', id: path, name: 'read', input: { path } }] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: path, content: lines(path) }] },
]);
const session = [{ role: 'user', content: 'Read them.' }, ...transcript];

test('a compaction keeps what its rules and the settings name, and drops first', async () => {
  const compactor = createCompactor({
    codec: anthropic,
    settings: { 'compression.keep': 'file:a.ts' },
  });
  const { rules } = run(['keep', '/^b\\.ts 0$/m'], ['drop', 'file:d.ts']);
  const { messages } = await compactor.compact(session, { targetTokens: 1_500, rules });
  expect(messages[2]).toBe(session[2]);
  expect(messages[4]).toBe(session[4]);
  expect(JSON.stringify(messages[8])).toMatch(/"#[\da-f]{8}\\n\[[^\\]*"/);
});
