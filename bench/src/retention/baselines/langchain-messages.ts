import {
  AIMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
  type BaseMessage,
} from '@langchain/core/messages';
import { createLangChainCodec } from '@palimpsest/formats';

/** Messages of LangChain's own classes, as its functions want them. */
export const langchainMessages = createLangChainCodec<BaseMessage>({
  AIMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
});
