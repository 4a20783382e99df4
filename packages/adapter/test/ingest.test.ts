import { recall } from 'palimpsest';
import { expect, test } from 'vitest';
import { createAdapter } from '../src/index.ts';

const log = [
  ...Array.from({ length: 900 }, (_, line) => `ok ${line} of the suite passed`),
  'Error: gate_7 has no tariff',
].join('\n');
const outcome = { toolName: 'bash', parameters: { command: 'make test' }, result: log };

test('a large result is reduced before the framework keeps it, and can be asked for', async () => {
  const adapter = createAdapter({ when: 'ingest' });
  const short = String(await adapter.ingest(outcome));
  expect(short.length).toBeLessThan(log.length / 2);
  expect(short).toContain('Error: gate_7 has no tariff');
  const id = /#([\da-f]{8})/.exec(short)![1]!;
  expect(await recall(await adapter.originals, id)).toMatchObject({ kind: 'found', text: log });
});

test('the same result is reduced to the same', async () => {
  const adapter = createAdapter({ when: 'ingest' });
  expect(await adapter.ingest(outcome)).toBe(await adapter.ingest(outcome));
  expect(await adapter.ingest(outcome)).toBe(
    await createAdapter({ when: 'ingest' }).ingest(outcome),
  );
});

test('what is small, or not asked for, is the very same', async () => {
  const result = { files: ['a.ts'] };
  const small = { toolName: 'list', result };
  expect(await createAdapter({ when: 'ingest' }).ingest(small)).toBe(result);
  expect(await createAdapter().ingest(outcome)).toBe(log);
  const settings = { 'compression.ingestTokens': 100_000 };
  expect(await createAdapter({ when: 'ingest', settings }).ingest(outcome)).toBe(log);
});
