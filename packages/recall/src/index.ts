export { answerRecall, type RecallAnswer } from './answer-recall.ts';
export { listRecallable, type Recallable } from './list-recallable.ts';
export { messageParts, textOf } from './message-text.ts';
export { RECALL_TOOL, type RecallTool } from './recall-tool.ts';
export { responseText } from './tool-results.ts';
