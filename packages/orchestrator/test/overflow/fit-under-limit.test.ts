import { createStrategy } from '@palimpsest/engine';
import {
  formatGapMarker,
  formatToolSummary,
  MARKER_LEGEND,
  parseGapMarker,
  type ContentBlock,
  type IContent,
  type ToolResponseBlock,
} from '@palimpsest/core-types';
import { ContextOverflowError } from '@palimpsest/orchestrator';
import { salience } from '@palimpsest/strategy-salience';
import { countTokensByCharacters, history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { prepareOver } from './over-limit.ts';

// `prepareOver` uses a strategy that changes nothing, so only the overflow stages act. With `others: []`, no strategy can reduce results.

const log = (lines: number, end = 'done'): string =>
  [...Array.from({ length: lines }, (_, at) => `step ${at} of gate_${at * 7}`), end].join('\n');

const resultsOf = (entries: readonly IContent[]): ToolResponseBlock[] =>
  entries.flatMap(({ blocks }) => blocks.filter((block) => block.type === 'tool_response'));

const tokensOf = (entry: IContent): number => countTokensByCharacters([entry]);

test('reduces the largest results at any position, also pending ones, and keeps smaller ones', async () => {
  const given = history()
    .human('Why does gate_91 fail?')
    .call('bash', { command: 'small' })
    .result(log(60))
    .call('bash', { command: 'large' })
    .result(log(900))
    .ai('Once more.')
    .call('bash', { command: 'pending' }, { id: 'pending' })
    .build();
  const pending: IContent[] = [
    {
      speaker: 'tool',
      blocks: [
        {
          type: 'tool_response',
          callId: 'pending',
          toolName: 'bash',
          result: log(700, 'exit code 0'),
        },
      ],
    },
  ];
  const outcome = await prepareOver(given, { pending, limit: 2_000 });
  expect(outcome).toMatchObject({
    kind: 'compressed',
    steps: ['reduce-results'],
  });
  expect(outcome.tokensAfter).toBeGreaterThan(1_900);
  const [small, large] = resultsOf(outcome.history);
  expect(small).toBe(given[2]!.blocks[0]);
  const [newest] = resultsOf(outcome.pending);
  expect(newest!.result).toMatch(/^…\d+$/m);
  // Only the first marker that the model reads has the legend.
  const [line] = String(large!.result).match(/^….*$/m)!;
  expect(line).toBe(`${formatGapMarker(parseGapMarker(line)!)} ${MARKER_LEGEND}`);
  const texts = resultsOf([...outcome.history, ...outcome.pending]).map(({ result }) =>
    String(result),
  );
  expect(texts.join('\n').split(MARKER_LEGEND)).toHaveLength(2);
  expect(outcome.history).toHaveLength(given.length);
});

test('a reduced result carries its recall id', async () => {
  const given = history().human('Look.').call('bash', { command: 'make' }).result(log(400)).build();
  const originalId = (entry: IContent, block: number): string | undefined =>
    entry === given[2] && block === 0 ? '0a1b2c3d' : undefined;
  const outcome = await prepareOver(given, { originalId });
  const [response] = resultsOf(outcome.history);
  expect(response!.result).toMatch(/^#0a1b2c3d/);
  expect(response!.result).toContain(` ${MARKER_LEGEND}`);
  expect(outcome.history.slice(0, 2)).toEqual(given.slice(0, 2));
});

test('without salience, summarizes the largest results in one line each, and only as many as needed', async () => {
  const given = history()
    .human('Look.')
    .call('bash', { command: 'medium' })
    .result(log(300))
    .call('bash', { command: 'largest' })
    .result(log(400))
    .call('bash', { command: 'small' })
    .result(log(100))
    .build();
  const outcome = await prepareOver(given, { others: [], limit: 2_500 });
  expect(outcome).toMatchObject({ kind: 'compressed', steps: ['reduce-results'] });
  const line = formatToolSummary({
    tool: 'bash',
    key: 'largest',
    status: 'done',
    size: '401 lines',
  });
  expect(resultsOf(outcome.history).map(({ result }) => result)).toEqual([
    log(300),
    line,
    log(100),
  ]);
});

test('removes whole old exchanges when reducing results is not enough, and keeps the newest', async () => {
  const builder = history().system('Be kind.').human('First task.');
  for (let at = 0; at < 40; at += 1)
    builder.call('write_file', { file_path: `f${at}.ts`, content: log(20) }).result('ok');
  const given = builder
    .ai('Now the last.')
    .call('bash', { command: 'make' })
    .result('fine')
    .build();
  const pending = history().human('Go on.').build();
  const outcome = await prepareOver(given, { pending });
  expect(outcome).toMatchObject({ kind: 'compressed', steps: ['drop-exchanges'] });
  expect(outcome.history[0]).toBe(given[0]);
  for (const at of [-2, -1]) expect(outcome.history.at(at)).toBe(given.at(at));
  expect(outcome.pending).toBe(pending);
});

test('an object that is in the history and pending stays pending', async () => {
  const next: IContent = { speaker: 'human', blocks: [{ type: 'text', text: 'Continue.' }] };
  const given = history().entry(next).ai('x'.repeat(4_000)).entry(next).ai('y'.repeat(400)).build();
  const pending = [next];
  const outcome = await prepareOver(given, { pending, limit: 500 });
  expect(outcome).toMatchObject({ kind: 'compressed', steps: ['drop-exchanges'] });
  expect(outcome.pending).toBe(pending);
});

test('a pending entry that is repaired stays pending', async () => {
  const given = history()
    .human('Old.')
    .ai('x'.repeat(4_000))
    .human('Go.')
    .call('bash', { command: 'make' }, { id: 'pending' })
    .build();
  const result = {
    type: 'tool_response',
    callId: 'pending',
    toolName: 'bash',
    result: log(20),
  } as const;
  const pending: IContent[] = [{ speaker: 'tool', blocks: [result, { ...result }] }];
  const outcome = await prepareOver(given, { pending, limit: 500 });
  expect(outcome.kind).toBe('compressed');
  expect(outcome.history.at(-1)).toBe(given.at(-1));
  expect(resultsOf(outcome.pending)).toHaveLength(1);
});

test.each([
  ['with', true],
  ['without', false],
])(
  'a failure stays one, %s salience: its error, first error line and last line (law 7)',
  async (_how, withSalience) => {
    const text = `$ make\n${log(500, 'TypeError: gate_12 is closed')}\n${log(300, 'exit code 2')}`;
    const given = history()
      .human('Build.')
      .call('bash', { command: 'make' })
      .result(text, 'failed')
      .build();
    const others = withSalience ? [createStrategy(salience)] : [];
    const outcome = await prepareOver(given, { others, limit: 250 });
    expect(outcome.kind).toBe('compressed');
    const [response] = resultsOf(outcome.history);
    expect(response).toMatchObject({ error: 'failed' });
    expect(response!.result).toContain('TypeError: gate_12 is closed');
    expect(response!.result).toMatch(/exit code 2$/);
  },
);

test('as the last stage, summarizes the remaining results and replaces media next to them by placeholders', async () => {
  const picture: ContentBlock = {
    type: 'media',
    mimeType: 'image/png',
    data: 'a'.repeat(4_000),
    encoding: 'base64',
  };
  const given = history().human('Look.').call('screenshot').result(log(30)).build();
  const answered = given.with(2, { ...given[2]!, blocks: [...given[2]!.blocks, picture] });
  const outcome = await prepareOver(answered, { limit: 200 });
  expect(outcome.kind).toBe('compressed');
  expect(outcome.steps.at(-1)).toBe('summarize-results');
  expect(outcome.history.at(-1)!.blocks.map(({ type }) => type)).toEqual(['tool_response', 'text']);
});

test('returns an overflow with an error to throw, which has the irreducible tokens', async () => {
  const given = history()
    .system('s'.repeat(400))
    .entry({
      speaker: 'human',
      blocks: [{ type: 'text', text: 'p'.repeat(800) }],
      metadata: { pinned: true },
    })
    .human('Old.')
    .ai('t'.repeat(1_200))
    .build();
  const pending = history().human('q'.repeat(1_600)).build();
  const estimateTokens = (entries: readonly IContent[]): number =>
    entries.reduce((sum, entry) => sum + tokensOf(entry), 0);
  const overhead = { system: 50, tools: 70 };
  const outcome = await prepareOver(given, {
    pending,
    limit: 500,
    overhead,
    others: [],
    estimateTokens,
  });
  const floor = {
    system: 50 + tokensOf(given[0]!),
    pinned: tokensOf(given[1]!),
    tail: tokensOf(given[3]!),
    tools: 70,
    pending: tokensOf(pending[0]!),
  };
  expect(outcome).toMatchObject({ kind: 'overflow', steps: ['drop-exchanges'] });
  expect([...outcome.history, ...outcome.pending]).toEqual([...given, ...pending]);
  const error = 'error' in outcome ? outcome.error : undefined;
  expect(error).toBeInstanceOf(ContextOverflowError);
  const tokens = Object.values(floor).reduce((sum, part) => sum + part);
  expect(error).toMatchObject({ floor, limit: 500, tokens });
});

test('if the strategy that reduces results fails, the request still fits', async () => {
  const given = history()
    .human('Look.')
    .call('bash', { command: 'make' })
    .result(log(400))
    .ai('Hm.')
    .build();
  const broken = createStrategy(salience);
  broken.reduceResults = () => Promise.reject(new Error('no lines'));
  const outcome = await prepareOver(given, { limit: 200, others: [broken] });
  expect(outcome).toMatchObject({ kind: 'compressed', steps: ['drop-exchanges'] });
});
