import 'reflect-metadata';
import type { IContent, OptimizingStrategy, Services, SettingValues } from '@palimpsest/core-types';
import { defaultToolTaxonomy } from '@palimpsest/engine/tools';
import { serviceToken } from '@palimpsest/factory';
import { history, scriptedProvider, testContext } from '@palimpsest/testing';
import { createPalimpsest } from 'palimpsest';
import { container as rootContainer } from 'tsyringe';
import { expect, test } from 'vitest';

const prose = (topic: string): string =>
  `The ${topic} was looked at, and nothing in it was slow. `.repeat(12);
const inclusion = '--- src/harbour.ts ---\nexport const harbour = 1;\n--- End of content ---';

const talk = Array.from({ length: 20 }, (_, at) => `We looked at gate ${at}, and it was open.`);

/** A history in which every service has something to do. */
const before: readonly IContent[] = history()
  .human(`Look at the queue. ${inclusion}`)
  .ai(prose('queue'))
  .call('read_file', { file_path: 'src/queue.ts' })
  .result('const queue = [];\n'.repeat(40))
  .human(`Never touch the harbour. ${inclusion}`)
  .ai(prose('queue'))
  .call('run_shell_command', { command: 'pnpm test' })
  .result(Array.from({ length: 60 }, (_, at) => `Step ${at} took ${at * 7} ms.`).join('\n'))
  .call('read_file', { file_path: 'src/worker.ts' })
  .result(Array.from({ length: 60 }, (_, at) => `const worker_${at} = ${at};`).join('\n'))
  .ai('I read it.')
  .call('write_file', { file_path: 'src/worker.ts', content: 'x' })
  .result('ok')
  .ai(prose('worker'))
  .human([...talk, 'Never restart the gate.', ...talk].join(' '))
  .ai(prose('billing'))
  .human('How does it go? '.repeat(20))
  .ai('Well.')
  .human('Finish it.')
  .ai('I do.')
  .build();

const SNAPSHOT = (text: string): string => `<state_snapshot>\n${text}\n</state_snapshot>`;
/** Too long to gain anything: then the summarizer writes the summary. */
const model = () =>
  scriptedProvider(Array.from({ length: 9 }, () => SNAPSHOT(prose('x').repeat(99))));

/** What replaces each service, with another effect than the default. */
const REPLACEMENTS: Required<Omit<Services, 'originals' | 'clock' | 'tokenizer'>> = {
  classifier: { isHard: () => true },
  dedup: {
    findDuplicates: () => new Map(),
    findNearDuplicates: () => new Map(),
    removeRepeatedInclusions: () => ({ replacements: new Map(), count: 7 }),
  },
  directives: (text) => [{ text, start: 0, end: text.length, level: 'must' }],
  logger: { debug: () => {} },
  model: scriptedProvider([SNAPSHOT('It was quick.')]),
  nonce: () => 'ffffffffffffffff',
  redact: (text) => text.replaceAll('queue', 'SECRET').replaceAll('worker', 'SECRET'),
  summarizer: { summarize: () => ({ text: 'All was well.', entities: [], kind: 'prose' }) },
  summarizers: { mine: { summarize: () => ({ text: 'By name.', entities: [], kind: 'prose' }) } },
  toolTaxonomy: { ...defaultToolTaxonomy, describe: () => OTHER },
};
const OTHER = { kind: 'other', paths: [], hasGlob: false, hasSideEffects: true, key: 'K' } as const;
const NAMES = Object.keys(REPLACEMENTS) as (keyof typeof REPLACEMENTS)[];
const plugins = createPalimpsest().registry.plugins();

/** Runs a strategy whose services come from a container. Returns all that can be seen of it, as JSON. */
async function observe(name: string, replaced: Services, settings: SettingValues): Promise<string> {
  const logged: string[] = [];
  const asked = model();
  const services: Services = {
    logger: { debug: (message) => logged.push(message) },
    model: asked,
    nonce: () => '0000000000000000',
    summarizers: { mine: { summarize: () => ({ text: 'Mine.', entities: [], kind: 'prose' }) } },
    ...replaced,
  };
  const container = rootContainer.createChildContainer();
  for (const [service, useValue] of Object.entries(services))
    container.register(serviceToken(service as keyof Services), { useValue });
  const strategy: Partial<OptimizingStrategy> = createPalimpsest({ container }).registry.resolve(
    name,
  );
  const compressTo = (targetTokens: number) =>
    strategy.compress!({ ...testContext(before, { targetTokens }), settings });
  const config = { readWritePruning: true, fileDedupe: true, recencyPruning: true };
  return JSON.stringify([
    await compressTo(300),
    await compressTo(600),
    await compressTo(900),
    strategy.optimize?.(before, { ...config, recencyRetention: 1, workspaceRoot: '/w' }),
    asked.requests,
    logged,
  ]);
}

test.each(
  plugins.flatMap(({ name, services }) =>
    NAMES.map((service) => ({ name, service, isRead: services.includes(service) })),
  ),
)(
  'a service `$service` that is replaced by token changes what $name does: $isRead',
  async ({ name, service, isRead }) => {
    const settings =
      service === 'summarizers' ? { 'compression.extractive.summarizer': 'mine' } : {};
    const usual = await observe(name, {}, settings);
    const own = await observe(name, { [service]: REPLACEMENTS[service] }, settings);
    expect(own !== usual).toBe(isRead);
  },
);

test('every service has its default by token, and some strategy that reads it', () => {
  const container = rootContainer.createChildContainer();
  const { registry } = createPalimpsest({ container });
  for (const name of [
    'classifier',
    'dedup',
    'directives',
    'summarizer',
    'tokenizer',
    'toolTaxonomy',
  ] as const) {
    expect(registry.services()[name]).toBeDefined();
    expect(registry.container?.resolve(serviceToken(name))).toBe(registry.services()[name]);
  }
  expect(createPalimpsest({ services: REPLACEMENTS }).registry.unreadServices()).toEqual([]);
});
