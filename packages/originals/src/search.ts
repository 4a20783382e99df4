export { LIST_TOOL, listOriginals } from './search/list-originals.ts';
export { createHistorySearch, type HistorySearch } from './search/search-history.ts';
export { InputMistake } from './tool-input.ts';
