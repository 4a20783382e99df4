import { recall } from 'palimpsest';
import { expect, test } from 'vitest';
import { createAdapter } from '../src/index.ts';

const log = [
  ...Array.from({ length: 900 }, (_, line) => `ok ${line} of the suite passed`),
  'Error: gate_7 has no tariff',
].join('\n');
const outcome = { toolName: 'bash', parameters: { command: 'make test' }, result: log };

test('reduces a large tool result before the framework stores it, and recalls the original by its id', async () => {
  const adapter = createAdapter({ when: 'ingest' });
  const short = String(await adapter.ingest(outcome));
  expect(short.length).toBeLessThan(log.length / 2);
  expect(short).toContain('Error: gate_7 has no tariff');
  const id = /#([\da-f]{8})/.exec(short)![1]!;
  expect(await recall(await adapter.originals, id)).toMatchObject({ kind: 'found', text: log });
});

test('reduces equal tool results to equal texts', async () => {
  const adapter = createAdapter({ when: 'ingest' });
  expect(await adapter.ingest(outcome)).toBe(await adapter.ingest(outcome));
  expect(await adapter.ingest(outcome)).toBe(
    await createAdapter({ when: 'ingest' }).ingest(outcome),
  );
});

test('returns a result unchanged when it is below the limit or `when` is not `ingest`', async () => {
  const result = { files: ['a.ts'] };
  const small = { toolName: 'list', result };
  expect(await createAdapter({ when: 'ingest' }).ingest(small)).toBe(result);
  expect(await createAdapter().ingest(outcome)).toBe(log);
  const settings = { 'compression.ingestTokens': 100_000 };
  expect(await createAdapter({ when: 'ingest', settings }).ingest(outcome)).toBe(log);
});
