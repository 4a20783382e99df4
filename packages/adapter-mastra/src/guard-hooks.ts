import { aiSdk } from '@palimpsest/formats/ai-sdk';
import type { ToolHooks } from '@mastra/core/tools';
import { fieldsOf, type Adapter } from '@palimpsest/adapter';
import type { Prompts } from './processor.ts';

export type GuardHooks = Required<Pick<ToolHooks, 'beforeToolCall'>>;

/** Creates hooks by which a call that would copy a marker of a compression fails. */
export function createGuardHooks(adapter: Adapter, prompts: Prompts): GuardHooks {
  return {
    async beforeToolCall({ toolName: name, input: parameters, context }) {
      // The messages of this context are only those that the run began with.
      const { requestContext } = fieldsOf(context);
      const prompt = prompts.get(requestContext as object) ?? [];
      const reason = await adapter.guard(aiSdk, { name, parameters }, prompt);
      if (reason !== undefined) throw new Error(reason);
    },
  };
}
