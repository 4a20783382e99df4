import {
  createAdapter,
  mapAgentTools,
  type Adapter,
  type AdapterOptions,
  type AgentTools,
} from '@palimpsest/adapter';
import { ingestTools, type IngestTools } from './ingest-tools.ts';
import { createProcessor, type HistoryProcessor } from './processor.ts';
import { toMastraTool, type AgentMastraTool } from './agent-tools.ts';

/** Hooks of one session for Mastra agents. */
export interface MastraAdapter extends Pick<Adapter, 'recall' | 'originals' | 'flush'> {
  /** For `inputProcessors` of an agent; place it last. Changes requests, never the memory. */
  readonly processor: HistoryProcessor;
  /** Returns removed content to the model. Offer it as `recall` from the first call on. */
  readonly recallTool: AgentMastraTool;
  /** Tools that a model may be offered, by name: `recall`, `search_history`, `compact_context` and `context_left`. */
  readonly tools: AgentTools<AgentMastraTool>;
  /** Wraps tools so that their results are reduced before the model sees them. Memory keeps the whole results. */
  readonly ingest: IngestTools;
}

/**
 * Keeps requests of a Mastra agent inside the model's context window. One adapter is one session.
 *
 * @throws {OptionError} when an option is invalid; {SettingError} when a setting is
 */
export function mastraAdapter(options: AdapterOptions = {}): MastraAdapter {
  const adapter = createAdapter(options);
  const { recall, originals, flush } = adapter;
  const tools = mapAgentTools(adapter.tools, toMastraTool);
  const recallTool = tools.recall;
  return {
    processor: createProcessor(adapter),
    recallTool,
    tools,
    ingest: ingestTools(adapter, recallTool),
    recall,
    originals,
    flush,
  };
}
