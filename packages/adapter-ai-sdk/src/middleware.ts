import { aiSdk } from '@palimpsest/formats/ai-sdk';
import { isServerManaged, type Adapter, type ReportUsage } from '@palimpsest/adapter';
import type { LanguageModelMiddleware } from 'ai';
import { readUsage, type CountedUsage } from './usage-stats.ts';

/** Creates middleware that rewrites prompts and reports token usage to the adapter. Streams pass through unbuffered. */
export function createMiddleware(adapter: Adapter): LanguageModelMiddleware {
  // The AI SDK passes the object that `transformParams` returns to the wrappers.
  const reports = new WeakMap<object, ReportUsage>();
  const report = (params: object, usage: CountedUsage): void => {
    const stats = readUsage(usage);
    if (stats !== undefined) reports.get(params)?.(stats);
  };
  return {
    async transformParams({ params, model }) {
      if (isServerManaged(params.providerOptions)) return params;
      const { prompt, tools, maxOutputTokens, abortSignal } = params;
      const adapted = await adapter.adapt(aiSdk, prompt, {
        model: model.modelId,
        overhead: { tools },
        maxOutputTokens,
        signal: abortSignal,
      });
      const sent = { ...params, prompt: [...adapted.messages] };
      reports.set(sent, adapted.report);
      return sent;
    },
    async wrapGenerate({ doGenerate, params }) {
      const result = await doGenerate();
      report(params, result.usage);
      return result;
    },
    async wrapStream({ doStream, params }) {
      const { stream, ...others } = await doStream();
      type Part = typeof stream extends ReadableStream<infer Element> ? Element : never;
      const watched = new TransformStream<Part, Part>({
        transform(part, controller) {
          if (part.type === 'finish') report(params, part.usage);
          controller.enqueue(part);
        },
      });
      return { ...others, stream: stream.pipeThrough(watched) };
    },
  };
}
