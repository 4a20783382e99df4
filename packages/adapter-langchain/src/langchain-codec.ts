import {
  AIMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
  type BaseMessage,
} from '@langchain/core/messages';
import { createLangChainCodec } from '@palimpsest/formats/langchain';
import type { Codec } from '@palimpsest/formats';

/** Codec that creates messages of LangChain's own classes. */
export const langchainCodec: Codec<BaseMessage> = createLangChainCodec<BaseMessage>({
  AIMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
});
