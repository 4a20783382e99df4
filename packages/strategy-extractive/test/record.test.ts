import type { ContentBlock, IContent } from '@palimpsest/core-types';
import { isRecordEntry, personTexts, readRecordEntry } from '@palimpsest/engine/history';
import { countTokensByCharacters, history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { compress, compressed, reducedInPlace, reloaded, textsOf } from './compressed.ts';

/** Arguments that only a record can shorten. */
const CONTENT = 'export const answer = 42;\n'.repeat(40);
const WORDS = 'Never use tabs.\n\nAnd keep the port at 5433.';

function session(turns: number): IContent[] {
  const built = history().human('Build the importer.').ai('I start with the pool.');
  for (let turn = 0; turn < turns; turn += 1) {
    if (turn === 2) built.human(WORDS).ai('I will keep to that.');
    built.call('write_file', { file_path: `src/${turn}.ts`, content: CONTENT }).result('ok');
    built.call('run_shell_command', { command: 'npm test' });
    if (turn === 1) built.result('1 failed\nError: no pool', 'Exit code 1');
    else built.result('all passed');
  }
  return built.human('Go on.').ai('Now the queue.').human('Fine.').ai('Done.').build();
}

const before = session(12);
const all = countTokensByCharacters(before);
const targetTokens = Math.floor(all / 4);
const callsOf = (entries: readonly IContent[]): ContentBlock[] =>
  entries.flatMap(({ blocks }) => blocks.filter(({ type }) => type === 'tool_call'));
const recordOf = (entries: readonly IContent[]): IContent => entries.find(isRecordEntry)!;
const titlesOf = (entries: readonly IContent[]): string[] =>
  readRecordEntry(recordOf(entries))!.items.flatMap((item) =>
    item.kind === 'step' ? [item.title] : [],
  );

test('replaces the oldest exchanges by one record where they were, and no more than needed', async () => {
  const result = await compress(before, { targetTokens });
  if (result.kind === 'noop') throw new Error(result.reason);
  const { newHistory, metadata } = result;
  expect(metadata.tokensAfter).toBeLessThanOrEqual(targetTokens);
  expect(newHistory.slice(0, 2)).toEqual(before.slice(0, 2));
  expect(newHistory.findIndex(isRecordEntry)).toBe(2);
  expect(newHistory.filter(isRecordEntry)).toHaveLength(1);
  const rest = callsOf(newHistory);
  expect(rest).toEqual(callsOf(before).slice(-rest.length));
  // One more exchange would not fit.
  const one = countTokensByCharacters(
    before.filter(({ blocks }) => callsOf([{ speaker: 'ai', blocks }]).length > 0).slice(0, 2),
  );
  expect(metadata.tokensAfter! + one).toBeGreaterThan(targetTokens);
  const { sources } = metadata.provenance!.find(({ reason }) => reason === 'summary')!;
  expect(sources).toEqual(Array.from({ length: sources.length }, (_, at) => at + 2));
  expect(metadata.dropped).toMatchObject({ summarizedEntries: sources.length });
});

test('begins with the request of the first exchange; says the same step once, and a path in full once', async () => {
  const built = history().human('Build the importer.');
  for (const file of ['/work/app/src/pool.ts', '/work/app/src/pool.ts', '/work/lib/src/pool.ts']) {
    for (let turn = 0; turn < 4; turn += 1)
      built.call('write_file', { file_path: file, content: CONTENT }).result('ok');
  }
  const talk = built.human('Go on.').ai('Now the queue.').human('Fine.').ai('Done.').build();
  const after = await compressed(talk, { targetTokens: 200 });
  expect(readRecordEntry(after[0]!)!.items).toEqual([
    { kind: 'person', lines: ['Build the importer.'] },
    { kind: 'step', title: 'Wrote /work/app/src/pool.ts', lines: [] },
    { kind: 'step', title: 'Wrote …/src/pool.ts (7 times)', lines: [] },
    { kind: 'step', title: 'Wrote /work/lib/src/pool.ts', lines: [] },
    { kind: 'step', title: 'Wrote …/lib/src/pool.ts (3 times)', lines: [] },
  ]);
});

test('has one line for each call with its outcome, what the agent said, and the words of people as they were written', async () => {
  const after = await compressed(before, { targetTokens });
  expect(titlesOf(after).slice(0, 7)).toEqual([
    'Wrote src/0.ts',
    'Ran `npm test`',
    'Wrote src/1.ts',
    'Ran `npm test`, failed:',
    'Said:',
    'Wrote src/2.ts',
    'Ran `npm test`',
  ]);
  const [text] = textsOf(recordOf(after));
  expect(text).toContain('• Ran `npm test`, failed:\nExit code 1\n1 failed\nError: no pool\n');
  expect(text).toContain(
    `</log>\n\nThe user wrote:\n${WORDS}\n\n<log>\n• Said:\nI will keep to that.\n`,
  );
  expect(personTexts(recordOf(after))).toEqual([WORDS]);
});

test('marks a statement that a newer one replaces, once, and never changes what people wrote', async () => {
  const [older, newer] = history()
    .human('The cap is $500. The gate is green.')
    .human('The cap is $800.')
    .build();
  const again = history().human('The cap is $500.').build();
  const given = [
    ...before.slice(0, 6),
    older!,
    ...before.slice(6, 12),
    newer!,
    ...before.slice(12),
  ];
  const once = await compressed(given, { targetTokens });
  const twice = await compressed([...reloaded(once), ...before.slice(2)], { targetTokens });
  for (const after of [once, twice]) {
    const marks = titlesOf(after).filter((title) => title.includes('replaces'));
    expect(marks).toEqual(['A later message replaces: The cap is $500.']);
    expect(after.flatMap(personTexts)).toEqual(
      expect.arrayContaining(['The cap is $500. The gate is green.', 'The cap is $800.']),
    );
  }
  const renewed = await compressed([...given.slice(0, -4), ...again, ...given.slice(-4)], {
    targetTokens,
  });
  expect(titlesOf(renewed)).toContain('A later message replaces: The cap is $800.');
  expect(titlesOf(renewed)).not.toContain('A later message replaces: The cap is $500.');
  const later = await compressed([...reloaded(once), ...again, ...before.slice(2)], {
    targetTokens,
  });
  expect(titlesOf(later).filter((title) => title.includes('replaces'))).toEqual([
    'A later message replaces: The cap is $800.',
  ]);
});

test('keeps only the beginning of what the agent program put into a message of a person', async () => {
  const reminder = `<system-reminder>\n${'Be brief.\n'.repeat(50)}</system-reminder>`;
  const [message] = history().human(`Now the parser.\n${reminder}`).build();
  const given = [...before.slice(0, 6), message!, ...before.slice(6)];
  const record = recordOf(await compressed(given, { targetTokens }));
  expect(personTexts(record)[0]).toBe('Now the parser.\n');
  expect(textsOf(record)[0]).toContain(
    '• The agent program added:\n<system-reminder>\nBe brief.\nBe brief.\n…\n',
  );
});

test('shortens in place as long as that is enough', async () => {
  const read = history().call('read_file', { file_path: 'a.ts' }).result(CONTENT.repeat(9)).build();
  const given = [...before.slice(0, 2), ...read, ...before.slice(2)];
  const after = await reducedInPlace(given);
  expect(callsOf(after)).toEqual(callsOf(given));
  expect(textsOf(after[3]!)).toEqual(['[read_file a.ts: success, 360 lines]']);
});

test('carries over what an earlier record says, also after a conversion that drops metadata', async () => {
  const once = reloaded(await compressed(before, { targetTokens }));
  const more = [...once, ...session(12).slice(2)];
  const twice = await compressed(more, { targetTokens });
  expect(twice.filter(isRecordEntry)).toHaveLength(1);
  const first = titlesOf(once);
  expect(titlesOf(twice).slice(0, first.length)).toEqual(first);
  expect(titlesOf(twice).length).toBeGreaterThan(first.length);
  expect(personTexts(recordOf(twice))[0]).toBe(WORDS);
});

test('names the recall ids of results that the host has stored', async () => {
  const result = await compress(before, {
    targetTokens,
    originalId: (entry, block) => `${before.indexOf(entry)}.${block}`,
  });
  if (result.kind === 'noop') throw new Error(result.reason);
  expect(titlesOf(result.newHistory).slice(0, 4)).toEqual([
    'Wrote src/0.ts #3.0',
    'Ran `npm test` #5.0',
    'Wrote src/1.ts #7.0',
    'Ran `npm test`, failed #9.0:',
  ]);
  expect(readRecordEntry(recordOf(result.newHistory))!.canRecall).toBe(true);
});

test('leaves pinned entries and their exchanges, after the record', async () => {
  const pinned = before.with(5, { ...before[5]!, metadata: { pinned: true } });
  const after = await compressed(pinned, { targetTokens });
  const at = after.findIndex(isRecordEntry);
  expect(after.slice(at + 1, at + 4)).toEqual([...pinned.slice(4, 6), expect.anything()]);
  expect(after).toContain(pinned[5]);
});

test('counts the steps if one line each is too much', async () => {
  const long = session(80);
  const least = Math.floor(countTokensByCharacters(await compressed(long)) * 1.1);
  const after = await compressed(long, { targetTokens: least });
  expect(titlesOf(after)[0]).toBe('Took 4 steps');
  expect(personTexts(recordOf(after))).toContain(WORDS);
  const again = [...reloaded(after), ...session(1).slice(2, 6), ...before.slice(-4)];
  expect(titlesOf(await compressed(again))[0]).toBe('Took 4 steps');
});

test('names calls that changed something outside where all others are only counted', async () => {
  const built = history().human('Look after the orders.');
  for (let at = 0; at < 60; at += 1) {
    built.call('get_order', { order: at }).result(`order ${at} is late`);
    if (at % 20 === 0) built.call('refund_order', { order: at }).result('refunded');
  }
  const orders = built.human('Go on.').ai('I do.').human('Fine.').ai('Done.').build();
  const after = await compressed(orders, { targetTokens: 0 });
  const titles = ['Took 1 step', 'Used refund_order', 'Took 20 steps', 'Used refund_order'];
  expect(titlesOf(after).slice(0, 4)).toEqual(titles);
  const twice = history().human('Look after the orders.');
  for (const order of [1, 2, 3]) twice.call('refund_order', { order }).result('refunded');
  const counted = await compressed(twice.human('Go on.').ai('Done.').build(), { targetTokens: 0 });
  expect(titlesOf(counted)).toEqual(['Used refund_order (3 times)']);
  const again = [...reloaded(counted), ...before.slice(2)];
  expect(titlesOf(await compressed(again, { targetTokens: 0 }))[0]).toBe(
    'Used refund_order (3 times)',
  );
});

test('a request that exceeds the target stays word for word', async () => {
  const after = await compressed(before);
  expect(after.flatMap(personTexts)).toEqual(before.flatMap(personTexts));
});
