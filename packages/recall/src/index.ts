export type { MessageOrigin } from './about-message.ts';
export { answerRecall, type RecallAnswer, type RecallAnswerOptions } from './answer-recall.ts';
export {
  listRecallable,
  recallableIds,
  type ListRecallableOptions,
  type Recallable,
  type RecallableId,
} from './list-recallable.ts';
export { messageParts, textOf } from './message-text.ts';
export { RECALL_TOOL, type RecallTool, type RecallToolProperty } from './recall-tool.ts';
export { responseText } from './tool-results.ts';
