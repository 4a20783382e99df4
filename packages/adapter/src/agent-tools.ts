import type { ToolDefinition } from '@palimpsest/core-types';
import {
  COMPACT_ANSWER,
  COMPACT_TOOL,
  CONTEXT_LEFT_TOOL,
  describeContextLeft,
  NOTE_ANSWER,
  NOTE_TOOL,
} from '@palimpsest/orchestrator/agent-tools';
import type { PrepareResult } from '@palimpsest/orchestrator';
import type { Originals } from '@palimpsest/originals';
import { RECALL_TOOL, SEARCH_TOOL, type ToolAnswer } from '@palimpsest/originals/recall';
import type { HistorySearch } from '@palimpsest/originals/search';
import type { Adapter } from './adapter.ts';

/** Names of the tools that a model may be offered. */
type AgentToolName = 'recall' | 'search_history' | 'compact_context' | 'context_left' | 'take_note';

/** A tool that a model may be offered, in no framework's format. */
export interface AgentTool extends ToolDefinition<AgentToolName> {
  /**
   * JSON Schema with only the keywords that every provider accepts. `required` is absent if no parameter is required: an empty list is invalid
   * in older drafts.
   */
  readonly inputSchema: ToolDefinition['inputSchema'] & { readonly required?: string[] };
  /** Executes a call with whatever input the model sent. Describes invalid input in the answer; rejects if the store fails. */
  readonly run: (input: unknown) => Promise<ToolAnswer>;
}

/** The tools of one adapter, by name. None is offered to a model unless the program does so. */
export type AgentTools<Tool = AgentTool> = Readonly<Record<AgentToolName, Tool>>;

/** The originals that tools may return. */
export type ToolOriginals = Pick<Originals, 'ids' | 'recall' | 'recallAll' | 'refresh' | 'shortId'>;

interface ToolSources {
  /** Opens the originals: the same object each time. */
  readonly open: () => Promise<ToolOriginals>;
  /** Returns the outcome of the newest request. */
  readonly newest: () => Pick<PrepareResult, 'tokensAfter' | 'budget'> | undefined;
}

/** Creates the tools of one adapter. */
export function createAgentTools({ open, newest }: ToolSources): AgentTools {
  let search: HistorySearch | undefined;
  return {
    recall: makeTool(RECALL_TOOL, async (input) => {
      const { answerRecall } = await import('@palimpsest/originals/recall');
      return await answerRecall(recallWithRefresh(await open()), input);
    }),
    search_history: makeTool(SEARCH_TOOL, async (input) => {
      const { createHistorySearch, InputMistake } = await import('@palimpsest/originals/search');
      const store = await open();
      // Another process may have saved more.
      await store.refresh();
      try {
        search ??= createHistorySearch(store);
        return { text: await search(input), isError: false };
      } catch (error) {
        if (!(error instanceof InputMistake)) throw error;
        return { text: error.message, isError: true };
      }
    }),
    // The call itself is the request: the next request has it in its history.
    compact_context: makeTool(COMPACT_TOOL, () => answer(COMPACT_ANSWER)),
    context_left: makeTool(CONTEXT_LEFT_TOOL, () => answer(describeContextLeft(newest()))),
    // The call itself is the note.
    take_note: makeTool(NOTE_TOOL, () => answer(NOTE_ANSWER)),
  };
}

/** Recalls an id. If it is unknown, refreshes the originals and tries again: another process may have saved it in the same session. */
function recallWithRefresh(originals: ToolOriginals): Pick<Originals, 'recall'> {
  return {
    async recall(id) {
      const recalled = await originals.recall(id);
      if (recalled.kind !== 'unknown') return recalled;
      await originals.refresh();
      return await originals.recall(id);
    },
  };
}

async function answer(text: string): Promise<ToolAnswer> {
  return { text, isError: false };
}

function makeTool(definition: ToolDefinition<AgentToolName>, run: AgentTool['run']): AgentTool {
  const { required, ...schema } = definition.inputSchema;
  const listed = required === undefined ? {} : { required: [...required] };
  return { ...definition, inputSchema: { ...schema, ...listed }, run };
}

/** What adapters offer in addition to the hooks of their framework. */
export interface AdapterMembers<Tool> extends Pick<Adapter, 'recall' | 'originals' | 'flush'> {
  /** Returns removed content to the model. Offer it as `recall` from the first call on. */
  readonly recallTool: Tool;
  /** Tools that a model may be offered, by name. */
  readonly tools: AgentTools<Tool>;
}

/** Returns the parts of an adapter that do not depend on hooks, with its tools in a framework's format. */
export function createAdapterMembers<Tool>(
  adapter: Adapter,
  convert: (tool: AgentTool) => Tool,
): AdapterMembers<Tool> {
  const { recall, originals, flush } = adapter;
  const tools = mapAgentTools(adapter.tools, convert);
  return { recallTool: tools.recall, tools, recall, originals, flush };
}

/** Returns the tools in a framework's format. */
export function mapAgentTools<Tool>(
  tools: AgentTools,
  convert: (tool: AgentTool) => Tool,
): AgentTools<Tool> {
  const converted = Object.entries(tools).map(([name, tool]) => [name, convert(tool)]);
  return Object.fromEntries(converted) as AgentTools<Tool>;
}
