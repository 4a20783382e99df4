import {
  createAdapter,
  fieldsOf,
  createAdapterMembers,
  type AdapterOptions,
  type AgentTool,
  type AdapterMembers,
} from '@palimpsest/adapter';
import { createIngestWrapper, type ToolWrapper } from './ingest-tools.ts';
import {
  createGuardHooks,
  createProcessor,
  type GuardHooks,
  type HistoryProcessor,
  type Prompts,
} from './processor.ts';
import { createTool, type Tool } from '@mastra/core/tools';
import type { ToolAnswer } from '@palimpsest/originals/recall';

/** Hooks of one session for Mastra agents. */
export interface MastraAdapter extends AdapterMembers<AgentMastraTool> {
  /** For `inputProcessors` of an agent; place it last. Changes requests, never the memory. */
  readonly processor: HistoryProcessor;
  /** For `hooks` of an agent, together with `processor`: a call that would copy a marker of a compression fails, with an error that tells the model what to do. */
  readonly hooks: GuardHooks;
  /** Wraps tools so that their results are reduced before the model sees them. Memory keeps the whole results. */
  readonly ingest: ToolWrapper;
}

/**
 * Keeps requests of a Mastra agent inside the model's context window. One adapter is one session.
 *
 * @throws {OptionError} when an option is invalid; {SettingError} when a setting is
 */
export function mastraAdapter(options: AdapterOptions = {}): MastraAdapter {
  const adapter = createAdapter(options);
  const prompts: Prompts = new WeakMap();
  const members = createAdapterMembers(adapter, toMastraTool);
  return {
    processor: createProcessor(adapter, prompts),
    hooks: createGuardHooks(adapter, prompts),
    ingest: createIngestWrapper(adapter, members.recallTool),
    ...members,
  };
}

type AgentMastraTool = Tool<unknown, unknown, unknown, unknown, never, AgentTool['name']>;

/** Returns a tool for Mastra. Invalid input from the model gets an error text, marked as a failure. */
function toMastraTool({ name, description, inputSchema, run }: AgentTool): AgentMastraTool {
  return createTool({
    id: name,
    description,
    inputSchema,
    execute: run,
    toModelOutput: (output: unknown) => {
      const { text, isError } = isToolAnswer(output) ? output : toInputError(output);
      return { type: isError ? 'error-text' : 'text', value: text };
    },
  });
}

function isToolAnswer(output: unknown): output is ToolAnswer {
  return typeof output === 'object' && output !== null && 'text' in output && 'isError' in output;
}

/** Returns Mastra's message for an input that violates the schema. */
function toInputError(output: unknown): ToolAnswer {
  const { message } = fieldsOf(output);
  return { text: typeof message === 'string' ? message : JSON.stringify(output), isError: true };
}
