export { answerRecall, type ToolAnswer } from './recall/answer-recall.ts';
export { messageParts, responseText } from './recall/message-text.ts';
export { parseRecallId, RECALL_TOOL } from './recall/recall-tool.ts';
export { SEARCH_TOOL } from './search/search-tool.ts';
