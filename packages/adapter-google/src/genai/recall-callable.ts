import type { CallableTool, Part } from '@google/genai';
import type { Adapter } from '@palimpsest/adapter';
import { RECALL_TOOL } from '@palimpsest/recall';
import { RECALL_DECLARATION, recallResponse } from '../recall.ts';

/** Creates the callable tool. The SDK passes all calls of a turn to every callable tool, so calls of other tools are skipped. */
export function recallCallable(adapter: Pick<Adapter, 'recall'>): CallableTool {
  return {
    tool: async () => ({ functionDeclarations: [RECALL_DECLARATION] }),
    async callTool(calls) {
      const parts: Part[] = [];
      for (const { id, name, args } of calls) {
        if (name !== RECALL_TOOL.name) continue;
        const response = await recallResponse(adapter, args);
        const answered = id === undefined ? {} : { id };
        parts.push({ functionResponse: { ...answered, name, response } });
      }
      return parts;
    },
  };
}
