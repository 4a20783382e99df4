export { answerRecall, type RecallAnswer } from './recall/answer-recall.ts';
export { messageParts } from './recall/message-text.ts';
export { RECALL_TOOL } from './recall/recall-tool.ts';
export { responseText } from './recall/message-text.ts';
export { SEARCH_TOOL } from './search/search-tool.ts';
