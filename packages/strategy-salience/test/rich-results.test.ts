import {
  parseMediaPlaceholder,
  findRecallId,
  resultParts,
  type IContent,
  type MediaBlock,
} from '@palimpsest/core-types';
import { countTokensByCharacters, history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { reloaded, responsesOf } from './compressed.ts';
import { reduced } from './reduced.ts';
import { linesOf } from './lines-of.ts';

const TARGETS = [0.9, 0.6, 0.4, 0.2, 0.05] as const;
const originalId = (): string => '1f0c9a3e.2';

function answered(...results: readonly unknown[]): IContent[] {
  const built = history().human('What is there?');
  for (const result of results) built.call('look', { at: 'everything' }).result(result);
  return built.ai('I see.').call('look', { at: 'once more' }).result('nothing').ai('Done.').build();
}

async function resultAt(result: unknown, ratio: number): Promise<unknown> {
  return responsesOf(await reduced(answered(result), { ratio, originalId }))[0]!.result;
}

/** Base64 in which no run repeats. */
function base64(length: number, seed = 1): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  let [text, state] = ['iVBORw0KGgoAAAANSUhEUgAABQAAAALQCAIAAAB', seed];
  while (text.length < length) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    text += letters[(state >> 16) % 64];
  }
  return text;
}

const image = (seed = 1, length = 120_000) => ({
  type: 'media',
  mimeType: 'image/png',
  data: base64(length, seed),
  encoding: 'base64',
});
const text = (words: string) => ({ type: 'text', text: words });

test.each(TARGETS)('a list of text and a picture stays a list at %d', async (ratio) => {
  const picture = image();
  const result = [text(linesOf('shot', 80)), picture, text(linesOf('below', 40))];
  const left = (await resultAt(result, ratio)) as typeof result;
  expect(left).toHaveLength(3);
  for (const part of left) {
    const [read] = resultParts([part]);
    expect(['text', 'media']).toContain(read!.type);
    // A picture is the same object, or becomes a line.
    expect(read!.type === 'text' || part === picture).toBe(true);
  }
  expect(findRecallId(left)).toBe('1f0c9a3e.2');
});

test('a screenshot of 120 kB in a result becomes one line if it does not fit', async () => {
  const left = await resultAt([text('Took a screenshot'), image()], 0.05);
  expect(left).toEqual([
    text('Took a screenshot'),
    text('[image/png 1280×720, 90 kB, #1f0c9a3e.2]'),
  ]);
});

const tokensOf = (entries: readonly IContent[]): number =>
  countTokensByCharacters([{ speaker: 'tool', blocks: responsesOf(entries) }]);

test('of 20 screenshots, those that fit stay whole and the others are counted', async () => {
  const pictures = Array.from({ length: 20 }, (_, at) => image(at + 1, 20_000));
  const before = answered(...pictures.map((picture, at) => [text(`Step ${at}`), picture]));
  const maxTokens = Math.floor(tokensOf(before) / 2);
  const after = await reduced(before, { maxTokens, originalId });
  expect(tokensOf(after)).toBeLessThanOrEqual(maxTokens);
  const media: MediaBlock[] = [];
  let placeholders = 0;
  for (const { result } of responsesOf(after)) {
    for (const part of resultParts(result)) {
      if (part.type === 'media') media.push(part.media);
      else if (part.type === 'text' && parseMediaPlaceholder(part.text)) placeholders += 1;
    }
  }
  expect(media.length + placeholders).toBe(20);
  expect(media.length).toBeGreaterThan(5);
  for (const { data } of media) expect(data).toHaveLength(20_000);
});

const records = {
  'stdout, stderr, exitCode': {
    stdout: linesOf('out', 60),
    stderr: linesOf('err', 40),
    exitCode: 1,
  },
  'result, rows': {
    result: '60 rows',
    rows: Array.from({ length: 60 }, (_, at) => ({
      id: `row_${at * 7}`,
      state: 'open',
      cents: at * 101,
    })),
  },
  'content, matches': {
    content: linesOf('content', 60),
    matches: linesOf('match', 40).split('\n'),
  },
  'output, log': { output: linesOf('output', 60), log: linesOf('log', 40).split('\n') },
  'text, body': { text: 't', body: linesOf('body', 200) },
};

test.each(Object.entries(records))(
  'a record {%s} that is reduced is a text of its members, with its recall id',
  async (_name, record) => {
    for (const ratio of TARGETS) {
      const left = await resultAt(record, ratio);
      expect(left).toMatch(/^#1f0c9a3e\.2\n?/);
      expect((left as string).length).toBeLessThan(JSON.stringify(record).length);
    }
  },
);

test('later compressions keep a single recall id', async () => {
  const results = [
    ...Object.values(records),
    [text(linesOf('a', 60)), image(2, 9_000)],
    [1, 2, 3].map((at) => ({ at, words: linesOf('w', 20) })),
  ];
  let now: readonly IContent[] = await reduced(answered(...results), {
    ratio: 0.5,
    originalId,
  });
  const first = responsesOf(now).map(({ result }) => findRecallId(result));
  for (const ratio of [0.8, 0.5, 0.3]) {
    now = await reduced(reloaded(now), {
      ratio,
      originalId: () => 'ffffffff',
    });
    for (const [at, { result }] of responsesOf(now).slice(0, results.length).entries()) {
      const id = findRecallId(result);
      expect([first[at], first[at] ?? 'ffffffff']).toContain(id);
      const ids = JSON.stringify(result).match(/#[\da-f]{8}/g) ?? [];
      expect(ids).toHaveLength(id === undefined ? 0 : 1);
    }
  }
});

test.each([
  ['a text', `start ${base64(9_000)} end`, 'start [image/png 1280×720, 6.8 kB] end'],
  [
    'a data address',
    `src="data:image/png;base64,${base64(9_000)}"`,
    'src="[image/png 1280×720, 6.8 kB]"',
  ],
  [
    'a JSON string',
    JSON.stringify({ ok: true, data: base64(9_000) }),
    '{"ok":true,"data":"[image/png 1280×720, 6.8 kB]"}',
  ],
])('replaces base64 in %s first, and as a whole', async (_name, result, expected) => {
  const left = await resultAt(result, 0.5);
  expect(left).toBe(`#1f0c9a3e.2\n${expected}`);
});

test('replaces base64 in a record first, and as a whole', async () => {
  const note = 'the whole of it is here and stays';
  expect(await resultAt({ ok: true, data: base64(9_000), note }, 0.5)).toBe(
    `#1f0c9a3e.2\nok: true\ndata: [image/png 1280×720, 6.8 kB]\nnote: ${note}`,
  );
});

test('does not change provider parts of unknown types', async () => {
  const reference = { type: 'tool_reference', tool_name: 'Bash', note: linesOf('note', 30) };
  const left = (await resultAt([text(linesOf('found', 60)), reference], 0.3)) as unknown[];
  expect(left[1]).toBe(reference);
});

test('the recall id of a text that was only base64 is in its placeholder', async () => {
  const left = await resultAt({ value: base64(4_000) }, 0.05);
  expect(left).toEqual({
    value: expect.stringMatching(/^\[image\/png .*, #1f0c9a3e\.2\]$/) as string,
  });
});
