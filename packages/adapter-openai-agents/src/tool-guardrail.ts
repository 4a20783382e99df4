import { openaiAgents } from '@palimpsest/formats/openai-agents';
import { defineToolInputGuardrail, type ToolInputGuardrailDefinition } from '@openai/agents';
import { parseFields, type Adapter } from '@palimpsest/adapter';
import type { ModelInputs } from './input-filter.ts';

/** Creates a guardrail that rejects calls which would copy a marker of a compression. */
export function createToolGuardrail(
  adapter: Adapter,
  inputs: ModelInputs,
): ToolInputGuardrailDefinition {
  return defineToolInputGuardrail({
    name: 'palimpsest',
    async run({ agent, toolCall: { name, arguments: json } }) {
      const call = { name, parameters: parseFields(json) ?? json };
      const message = await adapter.guard(openaiAgents, call, inputs.get(agent) ?? []);
      return {
        behavior: message === undefined ? { type: 'allow' } : { type: 'rejectContent', message },
      };
    },
  });
}
