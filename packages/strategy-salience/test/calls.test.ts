import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { callsOf, compressed, reloaded, responsesOf } from './compressed.ts';
import { linesOf } from './lines-of.ts';

const PATH = '/home/mara/parcels/packages/harbour/source/internal/tariffs/tariff-tables.ts';
const COMMAND = `pnpm exec vitest run packages/harbour --reporter verbose && ${'echo again && '.repeat(9)} true`;

const before = history()
  .human('Change the tariffs.')
  .call('Write', { file_path: PATH, content: linesOf('tariff', 60) })
  .result('ok')
  .call('Bash', { command: COMMAND })
  .result(linesOf('run', 40))
  .call('launch_ferry', {
    vessel: `the ferry ${'with a very long name '.repeat(6)}`,
    notes: linesOf('note', 40),
  })
  .result('launched')
  .call('Read', { file_path: 'a.ts', offset: 3 })
  .result(linesOf('read', 40))
  .ai('Done.')
  .build();

test('every old call keeps its name and its main argument, however small the target is', async () => {
  const after = await compressed(before, { targetTokens: 0 });
  expect(callsOf(after).map(({ name, parameters }) => [name, parameters])).toEqual([
    ['Write', { file_path: '…/tariffs/tariff-tables.ts' }],
    ['Bash', { command: 'pnpm exec vitest run packages/harbour --…' }],
    ['launch_ferry', { vessel: 'the ferry with a very long name with a v…' }],
    ['Read', { file_path: 'a.ts', offset: 3 }],
  ]);
  const [, bash] = callsOf(after);
  expect((bash!.parameters as { command: string }).command).toBe(`${COMMAND.slice(0, 40)}…`);
});

test('keeps short arguments while the target allows it, and only one at target 0', async () => {
  const note = { file_path: '/home/mara/a.ts', pattern: 'openGate', path: '/b', 'max-count': 12 };
  const session = history()
    .human('Look.')
    .call('Grep', note)
    .result(linesOf('found', 80))
    .ai('Done.')
    .build();
  const roomy = await compressed(session, { ratio: 0.6 });
  expect(callsOf(roomy)[0]!.parameters).toEqual(note);
  const tight = await compressed(session, { targetTokens: 0 });
  expect(Object.keys(callsOf(tight)[0]!.parameters as object)).toHaveLength(1);
});

test('every argument keeps its name and type while the calls are a small part of the history', async () => {
  const edit = {
    file_path: PATH,
    old_string: linesOf('old', 30),
    new_string: linesOf('new', 30),
    replace_all: false,
    lines: ['one '.repeat(40), 'two '.repeat(40)],
    options: { note: 'note '.repeat(40) },
  };
  const session = history()
    .human('Change it.')
    .call('Edit', edit)
    .result('ok')
    .call('Read', { file_path: 'a.ts' })
    .result(linesOf('read', 200))
    .ai('Done.')
    .build();
  const [first] = callsOf(await compressed(session, { ratio: 0.04 }));
  expect(first!.parameters).toEqual({
    file_path: '…/tariffs/tariff-tables.ts',
    old_string: '…',
    new_string: '…',
    replace_all: false,
    lines: ['…'],
    options: {},
  });
});

test('calls and results stay paired, and arguments keep their types', async () => {
  for (const ratio of [0, 0.2, 0.4, 0.7]) {
    const after = await compressed(before, { ratio });
    expect(callsOf(after).map(({ id }) => id)).toEqual(callsOf(before).map(({ id }) => id));
    expect(responsesOf(after).map(({ callId }) => callId)).toEqual(
      callsOf(before).map(({ id }) => id),
    );
    for (const [at, { parameters }] of callsOf(after).entries()) {
      const given = callsOf(before)[at]!.parameters as Record<string, unknown>;
      for (const [key, value] of Object.entries(parameters as Record<string, unknown>)) {
        expect(typeof value).toBe(typeof given[key]);
      }
    }
  }
});

test('arguments given as text stay text, and JSON text stays JSON', async () => {
  const json = JSON.stringify({ file_path: PATH, content: linesOf('tariff', 60) });
  const plain = linesOf('patch', 60);
  const strings = history()
    .human('Change the tariffs.')
    .call('Write', json)
    .result('ok')
    .call('apply', plain)
    .result('ok')
    .ai('Done.')
    .build();
  const [write, apply] = callsOf(await compressed(strings, { ratio: 0.3 }));
  const left = JSON.parse(write!.parameters as string) as Record<string, unknown>;
  expect(left['file_path']).toMatch(/tariff-tables\.ts$/);
  expect((write!.parameters as string).length).toBeLessThan(json.length);
  expect((apply!.parameters as string).length).toBeLessThan(plain.length);
  expect(apply!.parameters).toMatch(/…\d+/);
});

/** Returns the reduced arguments of a call of an unknown tool. A second compression must not change them. */
async function leftOf(parameters: unknown, targetTokens: number): Promise<unknown> {
  const session = history()
    .human('Order it.')
    .call('order', parameters)
    .result('ok')
    .ai('Done.')
    .build();
  const after = await compressed(session, { targetTokens });
  const again = await compressed(reloaded(after), { targetTokens });
  expect(callsOf(again)[0]!.parameters).toEqual(callsOf(after)[0]!.parameters);
  return callsOf(after)[0]!.parameters;
}

test('fields of arguments given as text stay as they were written', async () => {
  const note = JSON.stringify(linesOf('note', 40));
  const kept = '"order_id":12345678901234567893,"price":1.10,"path":"a\\/\\u00e9"';
  const text = `{ "order_id": 12345678901234567893, "price": 1.10, "path":"a\\/\\u00e9", "note": ${note}}`;
  const left = (await leftOf(text, 300)) as string;
  expect(left.startsWith(`{${kept},"note":"`)).toBe(true);
  expect(left.length).toBeLessThan(text.length / 2);
  expect(JSON.parse(left)).toHaveProperty('note', expect.stringMatching(/…\d+/));
  // If no field is kept, the main argument is.
  expect(await leftOf(`{"note":${note},"order_id":12345678901234567893}`, 0)).toBe(
    '{"note":"note step 0: noteWorker0 handled parcel_…"}',
  );
});

test.each([
  ['a short text of JSON', '{"order":{"k":"x","at":0}, "note":"a b"}'],
  ['what is left of a longer one', `{"order":{"k":"x","at":0}, "note":"${'a b '.repeat(70)}"}`],
])('%s stays JSON however often it is reduced', async (_, text) => {
  const left = (await leftOf(text, 0)) as string;
  expect(Object.keys(JSON.parse(left) as object)).toContain('note');
});

test.each([
  ['a member with the name of the mark', { note: linesOf('note', 60), '…': 'x' }, ['note']],
  ['nothing else', { '…': linesOf('note', 60) }, []],
  ['more groups than are read', { note: 'of it', halls: nested(150) }, ['note']],
])('reduces arguments with %s like others', async (_, parameters, keys) => {
  const left = await leftOf(parameters, 0);
  expect(Object.keys(left as object)).toEqual(keys);
  expect(JSON.stringify(left).length).toBeLessThan(70);
  const text = (await leftOf(JSON.stringify(parameters), 0)) as string;
  expect(JSON.parse(text)).toEqual(left);
});

function nested(depth: number): unknown {
  let value: unknown = 'the end of it';
  for (let at = depth; at > 0; at -= 1) value = { [`hall_${at}`]: value, gate: `Gate ${at}` };
  return value;
}

test('a list in arguments stays a list and counts its omitted items', async () => {
  const list = Array.from({ length: 60 }, (_, at) => ({ path: `src/file-${at}.ts`, line: at }));
  const lists = history()
    .human('Open all of them.')
    .call('open_all', { files: list })
    .result('ok')
    .ai('Done.')
    .build();
  const [call] = callsOf(await compressed(lists, { ratio: 0.4 }));
  const { files } = call!.parameters as { files: unknown[] };
  expect(Array.isArray(files)).toBe(true);
  expect(files.length).toBeLessThan(list.length);
  const records = files.filter((file) => typeof file === 'object');
  expect(records.length).toBeGreaterThan(3);
  for (const record of records) {
    const { '…': _missing, ...left } = record as Record<string, unknown>;
    expect(list).toContainEqual(expect.objectContaining(left));
  }
  expect(files.at(-1)).toBe(`…${list.length - records.length}`);
});

test('shortens a command to what it runs, without the change of directory', async () => {
  const folder = '/home/mara/parcels/packages/harbour/source';
  const session = history()
    .human('Check.')
    .call('Bash', { command: `cd ${folder} && pnpm check && ${'echo again && '.repeat(9)} true` })
    .result(linesOf('check', 40))
    .ai('Done.')
    .build();
  const [call] = callsOf(await compressed(session, { targetTokens: 0 }));
  expect((call!.parameters as { command: string }).command).toMatch(/^… pnpm check && echo again/);
});

test.each([
  'cd /home/mara/parcels/packages/harbour && ',
  'PYTHONPATH=/home/mara/parcels/packages ',
])('a failed run of tests stays failed after its command lost %j', async (prefix) => {
  const session = history()
    .human('Check.')
    .call('Bash', { command: `${prefix}pytest -x | tail -60` })
    .result(`${linesOf('test', 40)}\n=== 1 failed, 13 passed in 0.05s ===`)
    .call('Bash', { command: 'make' })
    .result(linesOf('make', 40))
    .ai('Done.')
    .build();
  const once = await compressed(session, { targetTokens: 400 });
  expect(callsOf(once)[0]!.parameters).toEqual({ command: '… pytest -x | tail -60' });
  const twice = await compressed(once, { targetTokens: 0 });
  expect(JSON.stringify(twice)).toContain('=== 1 failed, 13 passed');
});

test('shortens a call to the main argument that its taxonomy names, however long it is', async () => {
  const long = `pnpm check ${'echo again && '.repeat(60)} true`;
  const session = history()
    .human('Check.')
    .call('Bash', { description: 'check', command: `  ${long}`, note: long.slice(0, 20) })
    .result(linesOf('check', 40))
    .call('launch_ferry', { vessel: 'the ferry to the other side', route: long })
    .result(linesOf('launch', 40))
    .ai('Done.')
    .build();
  const [bash, ferry] = callsOf(await compressed(session, { targetTokens: 0 }));
  expect(bash!.parameters).toEqual({ command: `  ${long.slice(0, 38)}…` });
  expect(ferry!.parameters).toEqual({ vessel: 'the ferry to the other side' });
});

test('truncates the main argument between grapheme clusters', async () => {
  const vessel = `${'a'.repeat(38)}👩‍👩‍👧${'b'.repeat(40)}`;
  const session = history()
    .human('Go.')
    .call('launch_ferry', { vessel })
    .result(linesOf('launch', 40))
    .ai('Done.')
    .build();
  const [ferry] = callsOf(await compressed(session, { targetTokens: 0 }));
  expect(ferry!.parameters).toEqual({ vessel: `${'a'.repeat(38)}…` });
});
