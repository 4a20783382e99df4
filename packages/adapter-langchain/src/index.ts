export { langchainAdapter, type LangChainAdapter } from './langchain-adapter.ts';
