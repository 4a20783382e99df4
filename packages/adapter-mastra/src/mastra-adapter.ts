import { createAdapter, type Adapter, type AdapterOptions } from '@palimpsest/adapter';
import { ingestTools, type IngestTools } from './ingest-tools.ts';
import { createProcessor, type HistoryProcessor } from './processor.ts';
import { createRecallTool, type RecallMastraTool } from './recall-tool.ts';

/** Hooks of one session for agents of Mastra. */
export interface MastraAdapter {
  /** For `inputProcessors` of an agent, the last of them. Changes what a call sends, never what memory holds. */
  readonly processor: HistoryProcessor;
  /** Gives the model back what was taken out. Offer it from the first call on, as `recall`. */
  readonly recallTool: RecallMastraTool;
  /** Tools whose results are reduced before the model sees them. Memory keeps what they returned. */
  readonly ingest: IngestTools;
  /** Answers a call of the recall tool, for tools that are executed elsewhere. */
  readonly recall: Adapter['recall'];
  /** Where what was taken out is kept. */
  readonly originals: Adapter['originals'];
}

/**
 * Keeps what an agent of Mastra sends inside its model's window. One adapter is one session.
 *
 * @throws {OptionError} for options that cannot be meant; {SettingError} for a wrong setting
 */
export function mastraAdapter(options: AdapterOptions = {}): MastraAdapter {
  const adapter = createAdapter(options);
  const recallTool = createRecallTool(adapter);
  return {
    processor: createProcessor(adapter),
    recallTool,
    ingest: ingestTools(adapter, recallTool),
    recall: (input) => adapter.recall(input),
    originals: adapter.originals,
  };
}
