export { history, type HistoryBuilder } from './builder.ts';
export { countTokensByCharacters, testContext, type TestContextOptions } from './context.ts';
export { countTokensByWords } from './count-words.ts';
export {
  scriptedProvider,
  type ScriptedAnswer,
  type ScriptedProvider,
} from './scripted-provider.ts';
