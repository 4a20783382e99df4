import { aiSdkAdapter } from '@palimpsest/adapter-ai-sdk';
import { generateText, stepCountIs, wrapLanguageModel } from 'ai';
import { bash, makeModel } from './agent.ts';

const adapter = aiSdkAdapter({
  settings: { 'context-limit': 6_000, maxOutputTokens: 200 },
  onPrepared: ({ kind, tokensBefore, tokensAfter }) => console.log(kind, tokensBefore, tokensAfter),
});

const { text, steps } = await generateText({
  model: wrapLanguageModel({ model: makeModel(), middleware: adapter.middleware }),
  tools: { bash, recall: adapter.recallTool },
  stopWhen: stepCountIs(20),
  prompt: 'Make the build green. Never touch main.',
});

const recalled = steps.flatMap(({ toolResults }) => toolResults).find(isRecall);
console.log(recalled?.output);
console.log(text);

function isRecall({ toolName }: { readonly toolName: string }): boolean {
  return toolName === 'recall';
}
