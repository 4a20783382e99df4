import {
  AIMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
  type BaseMessage,
} from '@langchain/core/messages';
import { createLangChainCodec } from '@palimpsest/formats/langchain';

/** Codec for messages of LangChain's own classes, which its functions require. */
export const langchainMessages = createLangChainCodec<BaseMessage>({
  AIMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
});
