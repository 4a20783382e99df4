import { parseGapMarker, type IContent } from '@palimpsest/core-types';
import { countTokensByCharacters, history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { reloaded, responsesOf } from './compressed.ts';
import { reduced } from './reduced.ts';
import { linesOf } from './lines-of.ts';

function answered(result: unknown): IContent[] {
  return history()
    .human('What is there?')
    .call('look', { at: 'everything' })
    .result(result)
    .ai('I see.')
    .build();
}

async function resultAt(result: unknown, ratio: number): Promise<unknown> {
  return responsesOf(await reduced(answered(result), { ratio }))[0]!.result;
}

const RECORDS = Array.from({ length: 40 }, (_, at) => ({
  id: `order-${7_000 + at * 13}`,
  street: `Gate ${at} of hall ${at * 3}`,
  state: at % 2 === 0 ? 'open' : 'refused',
  cents: at * 101,
}));

test('omits whole JSON records and keys, counts them, and does not return valid JSON', async () => {
  const text = (await resultAt(JSON.stringify(RECORDS), 0.4)) as string;
  expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
  const groups = text.slice(1).match(/\{[^}]*\}/g)!;
  expect(groups.length).toBeGreaterThan(3);
  for (const group of groups) {
    const marker = /,?…(\d+)\}$/.exec(group);
    const left = JSON.parse(group.replace(/,?…\d+\}$/, '}')) as Record<string, unknown>;
    expect(RECORDS).toContainEqual(expect.objectContaining(left));
    expect(Object.keys(left).length + Number(marker?.[1] ?? 0)).toBe(4);
  }
  const missing = Number(/…(\d+)\]$/.exec(text)?.[1] ?? 0);
  expect(groups.length + missing).toBe(RECORDS.length);
});

test('structured results stay structured and count their omissions', async () => {
  const result = { orders: RECORDS, total: 40 };
  const left = (await resultAt(result, 0.4)) as { orders: Record<string, unknown>[] };
  expect(typeof left).toBe('object');
  expect(Array.isArray(left.orders)).toBe(true);
  expect(JSON.stringify(left)).toMatch(/"…":\d|"…\d+"/);
  expect(JSON.stringify(left).length).toBeLessThan(JSON.stringify(result).length / 2);
});

/** Deeper than fields are parsed. */
function nested(depth: number): unknown {
  let value: unknown = 'the end of it';
  for (let at = depth; at > 0; at -= 1) value = { [`hall_${at}`]: value, gate: `Gate ${at}` };
  return value;
}

test.each([
  ['a word under the name of the mark', { orders: RECORDS, '…': 'and 200 more' }],
  [
    'a group under the name of the mark',
    { orders: RECORDS, '…': { cents: 1, gate: [RECORDS[0]] } },
  ],
  ['that in every record', RECORDS.map((order) => ({ ...order, '…': null }))],
  ['more groups in each other than are read', { halls: nested(150) }],
])(
  'a value with %s stays a value, and a failed value keeps its failure field',
  async (_, value) => {
    for (const ratio of [0, 0.1, 0.3, 0.5, 0.8]) {
      for (const result of [value, { ok: false, value }]) {
        const before = answered(result);
        const options = { maxTokens: Math.floor(ratio * countTokensByCharacters(before)) };
        const after = await reduced(before, options);
        const left = responsesOf(after)[0]!.result;
        expect(typeof left).toBe('object');
        expect(JSON.stringify(left).length).toBeLessThan(JSON.stringify(result).length);
        expect(await reduced(reloaded(after), options)).toEqual(reloaded(after));
      }
      expect(await resultAt({ ok: false, value }, ratio)).toMatchObject({ ok: false });
    }
  },
);

test('a record of a command that contains a text keeps its exit code', async () => {
  const before = history()
    .human('Run it.')
    .call('run_shell_command', { command: 'make' })
    .result({ output: linesOf('run', 60), exitCode: 0 })
    .ai('I see.')
    .build();
  const left = responsesOf(await reduced(before, { ratio: 0.4 }))[0]!.result as {
    output: string;
    exitCode: number;
  };
  expect(left.exitCode).toBe(0);
  const lines = left.output.split('\n');
  expect(lines.some((line) => parseGapMarker(line) !== undefined)).toBe(true);
});

test('code keeps its indentation', async () => {
  const code = Array.from({ length: 30 }, (_, at) =>
    [
      `export function open${at}Gate(): void {`,
      `  for (const hall of halls${at}) {`,
      `    if (hall.gate_${at} === ${at * 7_001}) return;`,
      '  }',
      '}',
    ].join('\n'),
  ).join('\n');
  const text = (await resultAt(code, 0.5)) as string;
  const given = new Set(code.split('\n'));
  const kept = text.split('\n').filter((line) => parseGapMarker(line) === undefined);
  expect(kept.length).toBeGreaterThan(20);
  expect(kept.some((line) => line.startsWith('    '))).toBe(true);
  for (const line of kept) expect(given).toContain(line);
});

test('kept lines and the lines that gap markers count add up to all lines', async () => {
  for (const ratio of [0, 0.1, 0.3, 0.5, 0.8]) {
    const text = (await resultAt(linesOf('run', 80), ratio)) as string;
    let lines = 0;
    for (const line of text.split('\n')) lines += parseGapMarker(line) ?? 1;
    expect(lines).toBe(80);
  }
});

test('writes no gap marker where line numbers show the omission', async () => {
  const listing = linesOf('run', 80)
    .split('\n')
    .map((line, at) => `${String(at + 1).padStart(6)}→${line}`)
    .join('\n');
  const text = (await resultAt(listing, 0.4)) as string;
  const numbers = text.split('\n').map((line) => Number.parseInt(line.trim(), 10));
  expect(numbers.length).toBeLessThan(60);
  expect(text.slice(0, text.lastIndexOf('\n'))).not.toContain('…');
});

test.each(['ok', 'File written', ''])('keeps a result of a word or two: %j', async (result) => {
  const before = history()
    .human('Do it.')
    .call('look', { at: 'everything' })
    .result(linesOf('look', 60))
    .call('do', { it: 'now' })
    .result(result)
    .ai('Done.')
    .build();
  const after = responsesOf(await reduced(before, { maxTokens: 0 }));
  expect(after.map((response) => response.result)).toEqual(['…60', result]);
});
