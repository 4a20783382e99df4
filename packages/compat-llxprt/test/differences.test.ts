import { countTokensByWords, history, scriptedProvider } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import {
  applyDensityResult,
  COMPRESSION_STRATEGIES,
  getCompressionStrategy,
  getCompletionBudget,
  HighDensityStrategy,
  MiddleOutStrategy,
  OneShotStrategy,
  PRUNED_POINTER,
  sanitizeHistoryForCompression,
  TopDownTruncationStrategy,
  type DensityConfig,
  type IContent,
} from '../src/index.ts';
import { applied, hostContext, hostModel, recorded, say, textOf, turns } from './host.ts';

const density: DensityConfig = {
  readWritePruning: true,
  fileDedupe: true,
  recencyPruning: false,
  recencyRetention: 3,
  workspaceRoot: '/workspace',
};

test('returns a no-op without a model request when the result would not be smaller', async () => {
  for (const Strategy of [MiddleOutStrategy, OneShotStrategy]) {
    const { resolved, asked } = hostModel();
    const context = hostContext(turns(20), {
      estimateTokens: countTokensByWords,
      resolveProvider: () => resolved,
    });
    expect(await new Strategy().compress(context)).toMatchObject({
      kind: 'noop',
      reason: 'no-gain',
    });
    expect(asked).toEqual([]);
  }
});

test.each(COMPRESSION_STRATEGIES)('%s keeps the newest user entry', async (name) => {
  const request = say('human', 'Mend the parser.');
  const steps = Array.from({ length: 30 }, (_, at) => say('ai', `step ${at}`));
  const context = hostContext([...turns(20), request, ...steps], {
    limit: 100,
    resolveProvider: () => hostModel().resolved,
  });
  const { newHistory } = applied(await getCompressionStrategy(name).compress(context));
  expect(newHistory).toContain(request);
});

test('a summary contains the directives of the user, but not the scratchpad of the model', async () => {
  const asked = '<scratchpad>Short.</scratchpad><state_snapshot>All is well.</state_snapshot>';
  const before = [...turns(10), say('human', 'Never restart the service.'), ...turns(29)];
  for (const Strategy of [MiddleOutStrategy, OneShotStrategy]) {
    const resolveProvider = () => scriptedProvider([asked]);
    const context = hostContext(before, { resolveProvider });
    const { newHistory } = applied(await new Strategy().compress(context));
    const summary = textOf(newHistory.find(({ metadata }) => metadata?.isSummary === true)!);
    expect(summary).toContain('All is well.');
    expect(summary).toContain('Never restart the service.');
    expect(summary).not.toContain('Short.');
  }
});

test('sends the conversation to the model as a quotation, not as turns', async () => {
  const { resolved, asked } = hostModel();
  await new OneShotStrategy().compress(hostContext(turns(40), { resolveProvider: () => resolved }));
  expect(new Set(asked[0]!.contents.map(({ speaker }) => speaker))).toEqual(new Set(['human']));
});

test('keeps a pending tool call, and always keeps a tail', async () => {
  const before = history().human('a').ai('b').human('c').ai('d').human('e').call('grep').build();
  const result = await new HighDensityStrategy().compress(
    hostContext(before, { preserve: 0.1, limit: 10 }),
  );
  const { newHistory } = applied(result);
  expect(newHistory.at(-1)).toBe(before.at(-1));
  expect(newHistory).toContain(before[4]);
});

test.each([
  ['failed', history().call('write_file', { path: 'a.ts' }).result('', 'EACCES').build()],
  ['is not answered', history().call('write_file', { path: 'a.ts' }).build()],
])('a write that %s does not make a read stale', (_, write) => {
  const read = history().call('read_file', { path: 'a.ts' }, { id: 'r' }).result('text').build();
  const plan = new HighDensityStrategy().optimize([...read, ...write, say('human', 'on')], density);
  expect(plan.removals).toEqual([]);
  expect(plan.replacements.size).toBe(0);
});

test('only results of calls without side effects become a pointer that suggests a new call', () => {
  const builder = history();
  for (let at = 0; at < 3; at += 1) {
    builder.call('run_shell_command', { command: `deploy ${at}` }).result('done '.repeat(40));
    builder.call('grep', { pattern: `${at}` }).result('found '.repeat(40));
  }
  const before = builder.human('on').build();
  const after = applyDensityResult(
    before,
    new HighDensityStrategy().optimize(before, {
      ...density,
      recencyPruning: true,
      recencyRetention: 1,
    }),
  );
  const pruned = after.flatMap(({ blocks }) =>
    blocks.flatMap((block) =>
      block.type === 'tool_response' && String(block.result).startsWith('[Result pruned')
        ? [[block.toolName, block.result === PRUNED_POINTER]]
        : [],
    ),
  );
  expect(pruned).toEqual([
    ['run_shell_command', false],
    ['grep', true],
    ['run_shell_command', false],
    ['grep', true],
  ]);
});

test('a replacement keeps the metadata of its entry', () => {
  const include = say('human', 'See\n--- a.ts ---\nold\n--- End of content ---\nand mend it.');
  const before = recorded([include, say('ai', 'So.'), include, say('ai', 'Done.')], { seq: 0 });
  const plan = new HighDensityStrategy().optimize(before, density);
  expect([...plan.replacements.keys()]).toEqual([0]);
  expect(applyDensityResult(before, plan)[0]!.metadata).toEqual(before[0]!.metadata);
});

test('sanitizing for a summary removes reasoning and turns code into text', () => {
  const entry: IContent = {
    speaker: 'ai',
    blocks: [
      { type: 'thinking', thought: 'Hm.' },
      { type: 'code', code: 'let a;' },
    ],
  };
  expect(sanitizeHistoryForCompression([entry])).toEqual([say('ai', 'let a;')]);
  expect(sanitizeHistoryForCompression([{ ...entry, blocks: entry.blocks.slice(0, 1) }])).toEqual(
    [],
  );
});

test.each([0, -1, Number.NaN])('ignores an output limit of %d', (maxOutputTokens) => {
  expect(getCompletionBudget({ maxOutputTokens }, 'm', undefined, undefined, 10_000)).toBe(5_000);
});

test('keeps short results when their summary lines would not be shorter', async () => {
  const results = ['a b c d e f', 'ok'];
  const builder = history();
  for (const [at, result] of results.entries())
    builder.call('read_file', { path: `${at}.ts` }).result(result);
  const context = hostContext([...builder.build(), ...turns(6)], {
    estimateTokens: (entries) => JSON.stringify(entries).length,
  });
  const result = await new HighDensityStrategy().compress(context);
  expect(result).toMatchObject({ kind: 'noop', reason: 'no-gain' });
});

test('high-density removes whole exchanges, and states how many entries it removed', async () => {
  const builder = history().human('go');
  for (let at = 0; at < 20; at += 1) builder.call('grep', { pattern: `${at}` }).result('found');
  const context = hostContext(builder.build(), { limit: 5_000 });
  const { newHistory } = applied(await new HighDensityStrategy().compress(context));
  const left = newHistory.filter(({ speaker }) => speaker === 'tool');
  const removed = (20 - left.length) * 2;
  expect(newHistory.map(textOf).join('\n')).toContain(`[${removed} entries between here`);
});

test('the result starts with a user entry and alternates user and assistant entries', async () => {
  const talk = turns(40);
  for (const Strategy of [HighDensityStrategy, TopDownTruncationStrategy]) {
    const context = hostContext(talk, { limit: 1_000 });
    const { newHistory } = applied(await new Strategy().compress(context));
    const speakers = newHistory.map(({ speaker }) => speaker);
    expect(speakers).toEqual(speakers.map((_, at) => (at % 2 === 0 ? 'human' : 'ai')));
  }
});
