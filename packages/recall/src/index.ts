export type { MessageOrigin } from './about-message.ts';
export { answerRecall, type RecallAnswer, type RecallAnswerOptions } from './answer-recall.ts';
export { listRecallable, type ListRecallableOptions, type Recallable } from './list-recallable.ts';
export { messageParts, textOf } from './message-text.ts';
export { RECALL_TOOL, type RecallTool, type RecallToolProperty } from './recall-tool.ts';
export { responseText } from './tool-results.ts';
