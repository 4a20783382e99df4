import {
  createAdapter,
  createAdapterMembers,
  type AdapterMembers,
  type AdapterOptions,
  type AgentTool,
} from '@palimpsest/adapter';
import { FunctionTool, type ConversationManager, type Plugin } from '@strands-agents/sdk';
import { FittingConversationManager } from './conversation-manager.ts';
import { createIngestPlugin } from './ingest-plugin.ts';

/** Hooks of one session for agents of Strands. */
export interface StrandsAdapter extends AdapterMembers<FunctionTool> {
  /**
   * For `conversationManager` of an agent. Fits each request, offers the recall tool, and stops calls that would copy a marker of a compression.
   * `agent.messages` keeps every message. A request that the provider refuses as too long is sent again, shorter.
   */
  readonly conversationManager: ConversationManager;
  /** For `plugins` of an agent: results larger than `compression.ingestTokens` are reduced before the agent stores them. */
  readonly ingest: Plugin;
}

/**
 * Keeps agents of Strands inside the context window of their models. One adapter is one session.
 *
 * @throws {OptionError} when an option is invalid; {SettingError} when a setting is
 */
export function strandsAdapter(options: AdapterOptions = {}): StrandsAdapter {
  const adapter = createAdapter(options);
  const members = createAdapterMembers(adapter, toFunctionTool);
  return {
    conversationManager: new FittingConversationManager(adapter, members.recallTool),
    ingest: createIngestPlugin(adapter),
    ...members,
  };
}

/** Returns a tool of Strands. Invalid input from the model leads to a failed result. */
function toFunctionTool({ name, description, inputSchema, run }: AgentTool): FunctionTool {
  return new FunctionTool({
    name,
    description,
    inputSchema,
    callback: async (input) => {
      const { text, isError } = await run(input);
      if (isError) throw new Error(text);
      return text;
    },
  });
}
