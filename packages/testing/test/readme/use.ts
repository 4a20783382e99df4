import {
  countTokensByCharacters,
  countTokensByWords,
  history,
  scriptedProvider,
  testContext,
} from '@palimpsest/testing';

const entries = history()
  .system('Be brief.')
  .human('Fix the test')
  .call('Read', { path: 'a.ts' })
  .result('const a = 1;')
  .calls(['Bash', { command: 'npm test' }], ['Read', { path: 'b.ts' }])
  .results('1 failed', 'const b = 2;')
  .ai('Done.')
  .build();
console.log(entries.length); // 7

const context = testContext(entries, { targetTokens: 50, preserveThreshold: 0.3 });
console.log(await context.estimateTokens(entries)); // 199
console.log(context.runtimeContext.ephemerals.preserveThreshold?.()); // 0.3
console.log(countTokensByCharacters([])); // 0
console.log(countTokensByWords(history().human('Fix the test').build())); // 3

const model = scriptedProvider(['All is well.', new Error('529 overloaded')]);
let answer = '';
for await (const { blocks } of model.generateChatCompletion({ contents: entries }))
  for (const block of blocks) if (block.type === 'text') answer += block.text;
console.log(answer); // All is well.
console.log(model.requests.length); // 1
