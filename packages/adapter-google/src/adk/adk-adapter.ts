import type {
  BaseContextCompactor,
  BaseTool,
  SingleAfterModelCallback,
  SingleAfterToolCallback,
  SingleBeforeModelCallback,
} from '@google/adk';
import { createAdapter, type Adapter, type AdapterOptions } from '@palimpsest/adapter';
import { contextCompactor } from './context-compactor.ts';
import { ingestCallback } from './ingest-callback.ts';
import { modelCallbacks } from './model-callbacks.ts';
import { RecallAdkTool } from './recall-adk-tool.ts';
import { createSessionFacts } from './session-facts.ts';

/** What an `LlmAgent` of `@google/adk` is given. */
export interface AdkAdapter {
  /** For every agent: contents of a request fit, and what was counted for it is reported. Sessions keep all their events. */
  readonly callbacks: {
    readonly beforeModelCallback: SingleBeforeModelCallback;
    readonly afterModelCallback: SingleAfterModelCallback;
  };
  /** For `tools`, from the first turn on. */
  readonly recallTool: BaseTool;
  /** For `afterToolCallback`: bulky results are kept shorter by the session, before a model sees them. */
  readonly afterToolCallback: SingleAfterToolCallback;
  /**
   * For `contextCompactors`, beside `callbacks`: a session goes on from what was sent. It appends one event that stands for those before it,
   * which stay in the session. Sessions that several agents write are left alone.
   */
  readonly contextCompactor: BaseContextCompactor;
  /** What does the work: `originals` among it. */
  readonly adapter: Adapter;
}

/**
 * Keeps agents of `@google/adk` inside the window of their models.
 *
 * @throws {OptionError} for options that cannot be meant; {SettingError} for a wrong setting
 */
export function adkAdapter(options: AdapterOptions = {}): AdkAdapter {
  const adapter = createAdapter(options);
  const facts = createSessionFacts();
  return {
    adapter,
    callbacks: modelCallbacks(adapter, facts),
    recallTool: new RecallAdkTool(adapter),
    afterToolCallback: ingestCallback(adapter),
    contextCompactor: contextCompactor(adapter, facts),
  };
}
