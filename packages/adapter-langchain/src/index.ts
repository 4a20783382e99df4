export {
  langchainAdapter,
  type LangChainAdapter,
  type LangChainAdapterOptions,
} from './langchain-adapter.ts';
export type { PreModelHook, ReactAgentFacts } from './pre-model-hook.ts';
