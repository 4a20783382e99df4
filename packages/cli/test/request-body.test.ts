import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { anthropic } from '@palimpsest/formats/anthropic';
import { gemini } from '@palimpsest/formats/gemini';
import { openai } from '@palimpsest/formats/openai';
import { openaiResponses } from '@palimpsest/formats/openai-responses';
import { history } from '@palimpsest/testing';
import { describe, expect, test } from 'vitest';
import { createCommand } from './command.ts';
import { jsonLines } from './sessions.ts';

const { folder, run } = createCommand();

const system = 'Answer with care, and name the file you read first.\n'.repeat(800);
const tools = [{ name: 'read_file', description: 'Reads a file of the workspace. '.repeat(40) }];

function reads() {
  let builder = history().human('Find where the delay is set.');
  for (let file = 0; file < 40; file += 1) {
    const lines = Array.from({ length: 40 }, (_, line) => `const value_${file}_${line} = ${line};`);
    builder = builder.call('read_file', { path: `src/${file}.ts` }).result(lines.join('\n'));
  }
  return builder.ai('It is set in src/7.ts.').build();
}

const BODIES = {
  anthropic: { model: 'm', system, messages: anthropic.encode(reads()), tools, max_tokens: 9 },
  openai: {
    tools,
    messages: [{ role: 'system', content: system }, ...openai.encode(reads())],
    model: 'm',
  },
  gemini: {
    system_instruction: { parts: [{ text: system }] },
    contents: gemini.encode(reads()),
    tools: [{ functionDeclarations: tools }],
  },
  'openai-responses': {
    model: 'm',
    instructions: system,
    input: openaiResponses.encode(reads()),
    tools,
    store: false,
  },
};

interface Report {
  readonly format: string;
  readonly tokensAfter: number;
  readonly overhead?: { readonly system: number; readonly tools: number };
  readonly shortfallReason?: string;
  readonly irreducible?: Record<string, number>;
}

const reportOf = (stderr: string): Report => JSON.parse(stderr) as Report;

describe.each(Object.entries(BODIES))('request body of %s', (format, body) => {
  const member = 'contents' in body ? 'contents' : 'input' in body ? 'input' : 'messages';

  test('is compressed to a target that includes its overhead, and restored byte for byte', async () => {
    for (const indent of [undefined, 2]) {
      const text = `${JSON.stringify(body, undefined, indent)}\n`;
      const [file, smaller, whole] = ['body.json', 'smaller.json', 'whole.json'];
      const kept = ['--originals', `kept-${format}-${indent ?? 0}`];
      await writeFile(join(folder, file), text);
      const argv = ['compress', file, '-t', '15000', '--report', 'json', '-o', smaller, ...kept];
      const { code, stderr } = await run(argv);
      expect([code, reportOf(stderr).tokensAfter]).toEqual([0, expect.any(Number)]);
      expect(reportOf(stderr).tokensAfter).toBeLessThanOrEqual(15_000);

      const short = await readFile(join(folder, smaller), 'utf8');
      const written = JSON.parse(short) as Record<string, unknown>;
      expect(short).toBe(`${JSON.stringify(written, undefined, indent)}\n`);
      const read = { ...body, [member]: written[member] };
      expect(JSON.stringify(written)).toBe(JSON.stringify(read));
      expect(short.length).toBeLessThan(text.length * 0.8);

      const again = await run(['compress', smaller, '-t', '15000', '--report', 'none']);
      expect(again.stdout).toBe(short);
      await run(['restore', smaller, '-o', whole, '--report', 'none', ...kept]);
      expect(await readFile(join(folder, whole), 'utf8')).toBe(text);
    }
  });

  test('is byte-identical when it is under the target', async () => {
    const stdin = JSON.stringify(body, undefined, '\t').replaceAll('":', '" :');
    const { code, stdout } = await run(['compress', '-', '-t', '900000'], { stdin });
    expect({ code, stdout }).toEqual({ code: 0, stdout: stdin });
  });

  test('is inspected with its system prompt and tools', async () => {
    const { stdout } = await run(['inspect', '-', '--json'], { stdin: JSON.stringify(body) });
    const found = JSON.parse(stdout) as Report & { readonly tokens: number };
    expect(found).toMatchObject({ format, repairs: {} });
    expect(found.overhead!.tools).toBeGreaterThan(200);
    expect(found.overhead!.system).toBeGreaterThanOrEqual(format === 'openai' ? 0 : 8_000);
    const compressed = await run(['compress', '-', '-r', '0.99', '--report', 'json'], {
      stdin: JSON.stringify(body),
    });
    expect(JSON.parse(compressed.stderr)).toMatchObject({ tokensBefore: found.tokens });
  });

  test('is reported with its irreducible parts when they exceed the target', async () => {
    const stdin = JSON.stringify(body);
    const argv = ['compress', '-', '-t', '6000', '--strict', '--report'];
    const text = await run([...argv, 'text'], { stdin });
    expect(text.code).toBe(3);
    expect(text.stderr.replace(/\s+/g, ' ')).toMatch(
      /the request cannot get under 6,000 tokens: system [89],\d{3}, tools \d{3}, newest messages \d+/,
    );
    const { shortfallReason, irreducible } = reportOf(
      (await run([...argv, 'json'], { stdin })).stderr,
    );
    expect(shortfallReason).toContain(
      `system ${irreducible!['system']!.toLocaleString('en-US')}, tools`,
    );
  });
});

test('shows the overhead in reports and inspections', async () => {
  const stdin = JSON.stringify(BODIES.anthropic);
  const { stderr } = await run(['compress', '-', '-t', '15000'], { stdin });
  expect(stderr).toMatch(/overhead {4}system [89],\d{3}, tools \d{3}: counted, never changed/);
  const { stdout } = await run(['inspect', '-'], { stdin });
  expect(stdout).toMatch(/system prompt .* [89],\d{3}.* of the request/);
  expect(stdout).toMatch(/tool definitions .* \d{3}.* of the request/);
  const many = await run(['inspect', '-'], { stdin: jsonLines([BODIES.anthropic, BODIES.gemini]) });
  expect(many.stdout).toMatch(/system prompt .* 1[78],\d{3}.* of the request/);
});

test('keeps the order of request bodies of several providers in JSON lines', async () => {
  const stdin = jsonLines(Object.values(BODIES));
  const { code, stdout, stderr } = await run(['compress', '-', '-t', '15000', '--report', 'json'], {
    stdin,
  });
  expect(code).toBe(0);
  const lines = stdout.trimEnd().split('\n');
  expect(lines.map((line) => Object.keys(JSON.parse(line) as object))).toEqual(
    Object.values(BODIES).map((body) => Object.keys(body)),
  );
  for (const line of stderr.trimEnd().split('\n')) {
    expect(reportOf(line).tokensAfter).toBeLessThanOrEqual(15_000);
  }
});

test('keeps a text input as a text, even when it is repaired', async () => {
  const plain = String.raw`{"model": "m", "input" : "caf\u00e9 \/", "n":1.0}`;
  expect((await run(['compress', '-', '-t', '100'], { stdin: plain })).stdout).toBe(plain);
  const broken = String.raw`{"model":"m","input":"half \ud83d","n":1}`;
  const { code, stdout } = await run(['compress', '-', '-t', '100'], { stdin: broken });
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: '{"model":"m","input":"half \ufffd","n":1}',
  });
});

test.each([
  [{ contents: 7 }, '"contents": expected an array, got 7'],
  [{ system: 'x', tools: [] }, 'expected a conversation, got an object with system, tools'],
  [{ system: 7, messages: [{ role: 'user', content: 'Hi' }] }, 'system text: found 7'],
  [{ previous_response_id: 'r', input: 'Hi' }, 'previous_response_id: found "r"'],
])('rejects a body that cannot be compressed in one line: %j', async (body, sentence) => {
  const { code, stdout, stderr } = await run(['compress', '-'], { stdin: JSON.stringify(body) });
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(sentence);
  expect(stderr.trimEnd()).not.toContain('\n');
});
