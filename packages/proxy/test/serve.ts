import { onTestFinished } from 'vitest';
import { serveProxy, type RunningProxy, type ServeOptions } from '../src/node.ts';

/** Starts a proxy for one test, with one provider for all APIs. */
export async function serve(provider: string, options: ServeOptions = {}): Promise<RunningProxy> {
  const upstreams = { anthropic: provider, openai: provider, gemini: provider };
  const proxy = await serveProxy({
    upstreams,
    onError: (error) => {
      throw error;
    },
    ...options,
  });
  onTestFinished(() => proxy.close());
  return proxy;
}
