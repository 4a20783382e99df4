import type { Meter, Span, Tracer } from '@opentelemetry/api';
import { expect, test } from 'vitest';
import { fill, shrinks, watched } from './setup.ts';

/** Returns a proxy that throws at each call of one method. */
function failing<Target extends object>(target: Target, method: string): Target {
  return new Proxy(target, {
    get(of, name) {
      if (name === method) {
        return () => {
          throw new Error(`${method} failed`);
        };
      }
      const value: unknown = Reflect.get(of, name);
      return typeof value === 'function' ? value.bind(of) : value;
    },
  });
}

function failingSpans(tracer: Tracer, method: keyof Span): Tracer {
  return new Proxy(tracer, {
    get: (of, name) =>
      name === 'startSpan'
        ? (...given: Parameters<Tracer['startSpan']>) => failing(of.startSpan(...given), method)
        : Reflect.get(of, name),
  });
}

const TRACERS: readonly (readonly [string, (tracer: Tracer) => Tracer])[] = [
  ['startSpan', (tracer) => failing(tracer, 'startSpan')],
  ...(['setAttributes', 'addEvent', 'isRecording', 'end'] as const).map(
    (method) => [method, (tracer: Tracer) => failingSpans(tracer, method)] as const,
  ),
];

/** Options with a strategy that fails once, then works, so that every kind of record is made. */
function atSecondTry(): Parameters<typeof watched>[0] & object {
  let tries = 0;
  const shrink = shrinks();
  return {
    compress: async (asked) => {
      tries += 1;
      if (tries === 1) throw Object.assign(new Error('slow down'), { status: 529 });
      return await shrink(asked);
    },
  };
}

test.each(TRACERS)(
  'a tracer whose %s throws affects neither prepare nor the metrics',
  async (method, breaking) => {
    const errors: unknown[] = [];
    const made = watched({
      ...atSecondTry(),
      options: {
        onListenerError: (error) => errors.push(error),
        attempts: { sleep: async () => {} },
      },
      instrumenting: ({ tracer }) => ({ tracer: breaking(tracer) }),
    });
    fill(made, 18);
    expect((await made.orchestrator.prepare()).kind).toBe('compressed');
    expect(errors).toContainEqual(new Error(`${method} failed`));
    expect(Object.keys(await made.seen.metrics())).toContain('palimpsest.outcomes');
    expect(made.seen.open()).toBe(method === 'end' ? 1 : 0);
    made.stop();
  },
);

test('`stop` does not throw when the `end` of a span throws', async () => {
  const made = watched({
    compress: async (asked) => {
      expect(made.stop).not.toThrow();
      return await shrinks()(asked);
    },
    instrumenting: ({ tracer }) => ({ tracer: failingSpans(tracer, 'end') }),
  });
  fill(made, 18);
  expect((await made.orchestrator.prepare()).kind).toBe('compressed');
});

test('a meter that throws affects neither prepare nor the spans', async () => {
  const made = watched({
    ...atSecondTry(),
    instrumenting: ({ meter }) => ({ meter: failing<Meter>(meter, 'createHistogram') }),
  });
  fill(made, 18);
  expect((await made.orchestrator.prepare()).kind).toBe('compressed');
  made.orchestrator.report({ usage: { promptTokens: 9, completionTokens: 1, totalTokens: 10 } });
  expect(made.seen.spans()).toHaveLength(1);
});
