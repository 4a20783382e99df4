import {
  AIMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
  type BaseMessage,
} from '@langchain/core/messages';
import { createLangChainCodec, type Codec } from '@palimpsest/formats';

/** Messages that a compression writes are of LangChain's own classes, whatever stands beside them. */
export const MESSAGES: Codec<BaseMessage> = createLangChainCodec<BaseMessage>({
  AIMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
});
