import {
  checkAdapterOptions,
  createAdapter,
  type Adapter,
  type AdapterOptions,
} from '@palimpsest/adapter';
import type { CallModelInputFilter, FunctionTool, Runner, Session } from '@openai/agents';
import { createInputFilter } from './input-filter.ts';
import { createRecallTool } from './recall-tool.ts';
import { compressedSession } from './compressed-session.ts';
import { usageReports } from './usage-reports.ts';

export type OpenAIAgentsAdapterOptions = AdapterOptions;

/** Hooks of one session for the OpenAI Agents SDK. */
export interface OpenAIAgentsAdapter {
  /** For a `Runner` or a run: rewrites what the model is sent at each call. What a session keeps stays as it is. */
  readonly callModelInputFilter: CallModelInputFilter;
  /** Has the runner report what the provider counted, which the SDK does not show to filters. */
  readonly watchUsage: (runner: Pick<Runner, 'on'>) => void;
  /**
   * A session that gives what fits of the one it wraps, for runs without `callModelInputFilter`: between runs only. What is added is kept
   * whole in the wrapped one. A session that has its provider compact it is given back as it is.
   */
  readonly session: (wrapped: Session) => Session;
  /** Gives the model back what was taken out. Give it to every agent, from the first call on. */
  readonly recallTool: FunctionTool;
  /** Answers a call of the recall tool, for tools that are executed elsewhere. */
  readonly recall: Adapter['recall'];
  /** Where what was taken out is kept. */
  readonly originals: Adapter['originals'];
}

/**
 * Keeps what agents of the OpenAI Agents SDK send inside their model's window. One adapter is one session.
 *
 * @throws {OptionError} for options that cannot be meant; {SettingError} for a wrong setting
 */
export function openaiAgentsAdapter(options: OpenAIAgentsAdapterOptions = {}): OpenAIAgentsAdapter {
  checkAdapterOptions(options);
  const adapter = createAdapter(options);
  const reports = usageReports();
  return {
    callModelInputFilter: createInputFilter(adapter, reports),
    watchUsage: reports.watch,
    session: (wrapped) => compressedSession(adapter, wrapped),
    recallTool: createRecallTool(adapter),
    recall: (input) => adapter.recall(input),
    originals: adapter.originals,
  };
}
