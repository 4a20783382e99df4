export { history, type HistoryBuilder } from './builder.ts';
export { countTokensByCharacters, testContext, type TestContextOptions } from './context.ts';
