import type { IContent } from '@palimpsest/core-types';
import { expect } from 'vitest';
import type { PrepareRequest } from '../../src/index.ts';
import { exchange, human } from './session.ts';

export interface Scenario {
  readonly settings: Record<string, unknown>;
  readonly history: readonly IContent[];
  /** Requests in order; the prepared pending entries of each are appended to the history. */
  readonly requests: readonly PrepareRequest[];
  /** Expected outcome kinds without a fault. */
  readonly kinds: unknown;
}

const WINDOW = { maxOutputTokens: 200, 'compression.economics': false };

const called = (name: string, id: string, parameters: unknown): IContent => ({
  speaker: 'ai',
  blocks: [{ type: 'tool_call', id, name, parameters }],
});

const answered = (toolName: string, callId: string, result: string): IContent => ({
  speaker: 'tool',
  blocks: [{ type: 'tool_response', callId, toolName, result }],
});

const READ_AND_WRITTEN = [
  called('read_file', 'r', { file_path: 'a.ts' }),
  answered('read_file', 'r', 'a line of code\n'.repeat(60)),
  called('write_file', 'w', { file_path: 'a.ts', content: 'x' }),
  answered('write_file', 'w', 'File written.'),
];

const LONG = [human('Fix it.'), ...['a', 'b', 'c', 'd'].flatMap((id) => exchange(id, 200))];
const GO = { pending: [human('Go on.')] };

export const SCENARIOS: Record<string, Scenario> = {
  optimize: {
    settings: {
      ...WINDOW,
      'context-limit': 1_000,
      'compression.strategy': 'high-density',
      'compression-threshold': 0.99,
      'compression.density.optimizeThreshold': 0.1,
    },
    history: [human('Fix it.'), ...READ_AND_WRITTEN, human('And?')],
    requests: [GO],
    kinds: ['compressed'],
  },
  compress: {
    settings: { ...WINDOW, 'context-limit': 1_000 },
    history: LONG,
    requests: [GO],
    kinds: ['compressed'],
  },
  fallback: {
    settings: { ...WINDOW, 'context-limit': 1_000, 'compression.strategy': 'overloaded' },
    history: LONG,
    requests: [GO],
    kinds: ['compressed'],
  },
  ladder: {
    settings: {
      ...WINDOW,
      'context-limit': 800,
      'compression.strategy': 'idle',
      'compression.fallback': 'none',
    },
    history: [...READ_AND_WRITTEN, ...LONG],
    requests: [GO],
    kinds: ['compressed'],
  },
  ingest: {
    settings: { ...WINDOW, 'context-limit': 8_000, 'compression.ingestTokens': 100 },
    history: [human('Fix it.'), ...exchange('a', 100), exchange('b', 400)[0]],
    requests: [{ pending: [exchange('b', 400)[1]] }],
    kinds: ['compressed'],
  },
  'ten turns': {
    settings: {
      ...WINDOW,
      'context-limit': 1_000,
      'compression.strategy': 'top-down-truncation',
      'compression.pinDirectives': false,
    },
    history: [human('Fix it.')],
    requests: Array.from({ length: 10 }, (_, at) => ({ pending: exchange(`t${at}`, 70) })),
    kinds: expect.arrayContaining(['unchanged', 'compressed']),
  },
};
