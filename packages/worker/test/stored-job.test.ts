import type { IContent } from '@palimpsest/core-types';
import { expect, test } from 'vitest';
import { fromStoredJob, fromStoredResult, toStoredJob, toStoredResult } from '../src/stored-job.ts';
import { createJob } from './setup.ts';

const throughJson = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

class Native {
  readonly socket = () => 'not for JSON';
}

const media: IContent = {
  speaker: 'tool',
  blocks: [
    { type: 'media', mimeType: 'image/png', data: 'iVBORw0KGgo=', encoding: 'base64' },
    {
      type: 'tool_response',
      callId: '1',
      toolName: 'shot',
      result: { image: new Uint8Array([0, 1, 255]) },
      providerMetadata: { raw: new Uint8Array([7]) },
    },
  ],
  metadata: { pinned: true, id: 'm' },
};

test('restores a job and its bytes, without objects of frameworks', () => {
  const native = new Native();
  const withNative: IContent = {
    ...media,
    blocks: media.blocks.map((block) => ({ ...block, native })),
    native,
  };
  const job = createJob('a1', { session: 'alice/42', history: [withNative] });
  expect(fromStoredJob(throughJson(toStoredJob(job)))).toEqual({ ...job, history: [media] });
  expect(withNative.native).toBe(native);
});

test('restores a result and its bytes', () => {
  const done = {
    attempts: [{ strategy: 'salience', ms: 4 }],
    result: {
      kind: 'applied' as const,
      newHistory: [media],
      metadata: {
        originalMessageCount: 3,
        compressedMessageCount: 1,
        strategyUsed: 'salience',
        llmCallMade: false,
        provenance: [],
      },
    },
  };
  expect(fromStoredResult(throughJson(toStoredResult(done)))).toEqual(done);
});

test('rejects a history of another format', () => {
  const stored = toStoredJob(createJob('a1'));
  const newer = { ...stored, history: { ...stored.history, format: 2 } } as never;
  expect(() => fromStoredJob(newer)).toThrow(/json\.format: expected 1/);
});
