import { createStrategy } from '@palimpsest/engine';
import { readRecordEntry, type RecordItem } from '@palimpsest/engine/history';
import type { IContent } from '@palimpsest/core-types';
import { countTokensByCharacters, history, testContext } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { cleanWindow } from '../src/index.ts';

async function cleared(before: readonly IContent[], targetTokens: number): Promise<IContent[]> {
  const result = await createStrategy(cleanWindow).compress(testContext(before, { targetTokens }));
  if (result.kind === 'noop') throw new Error(result.reason);
  return [...result.newHistory];
}

const linesOf = (items: readonly RecordItem[] | undefined): unknown =>
  items?.map(({ lines }) => lines.filter((line) => typeof line === 'string').join(' '));

const NEVER = 'Never push to main.';
const TALK = 'The harbour was quiet this morning, and the ferry came late. '.repeat(6);

const FIRST = `${TALK}${NEVER} ${TALK}`;
const WEATHER = `How is the weather? ${TALK}`;

function session(): IContent[] {
  return history()
    .human(FIRST)
    .ai('I look at it.')
    .call('take_note', { note: 'Gate 1 has no key.' })
    .result('noted')
    .human(WEATHER)
    .ai('Fine.')
    .call('read_file', { path: 'a.ts' })
    .result(TALK.repeat(20))
    .human('And gate 2?')
    .ai('It opens. Shall I close it?')
    .human('Yes, please.')
    .build();
}

test('one report of words and notes stands before the answer and the newest request', async () => {
  const before = session();
  const after = await cleared(before, 2_000);
  expect(after.slice(1)).toEqual(before.slice(-2));
  const items = readRecordEntry(after[0]!)?.items;
  expect(linesOf(items)).toEqual([FIRST, 'Gate 1 has no key.', WEATHER, 'And gate 2?']);
});

test('old words go before instructions, and the text that is answered before them, too', async () => {
  const before = session();
  const after = await cleared(before, 150);
  expect(linesOf(readRecordEntry(after[0]!)?.items)).toEqual([NEVER]);
  expect(after.at(-1)).toBe(before.at(-1));
});

test('instructions of 600 tokens stay at any target, the shortest of all, and through a second run', async () => {
  const rules = Array.from({ length: 120 }, (_, at) => `Never open gate ${at} of the harbour.`);
  const built = history();
  for (const rule of rules) built.human(`${TALK}${rule}`).ai('Fine.');
  const before = built
    .human(`Never ${'ever '.repeat(60)}close gate 1.`)
    .ai('Fine.')
    .human('Go on.');
  const once = await cleared(before.build(), 0);
  const said = JSON.stringify(once);
  const kept = rules.filter((rule) => said.includes(rule));
  const tokens = countTokensByCharacters([
    { speaker: 'human', blocks: [{ type: 'text', text: kept.join(' ') }] },
  ]);
  expect(tokens).toBeGreaterThan(500);
  expect(said).not.toContain('close gate 1');
  const more = [...once, ...history().ai('Yes.').human('And now?').build()];
  const twice = JSON.stringify(await cleared(more, 0));
  expect(kept.filter((rule) => twice.includes(rule))).toEqual(kept);
});

test('the newest request is a part of the report if it answers no text of the agent', async () => {
  const before = history()
    .human('Why is the build slow?')
    .call('bash', { command: 'make' })
    .result(TALK.repeat(20))
    .human('And gate 2?')
    .call('read_file', { path: 'a.ts' })
    .result('ok')
    .build();
  const after = await cleared(before, 400);
  const items = readRecordEntry(after[0]!)?.items;
  expect(linesOf(items)).toEqual(['Why is the build slow?', 'And gate 2?']);
  expect(after.slice(1)).toEqual(before.slice(-2));
});
