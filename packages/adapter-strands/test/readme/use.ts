import { strandsAdapter } from '@palimpsest/adapter-strands';
import { Agent } from '@strands-agents/sdk';
import { bash, ExampleModel } from './worker.ts';

const { conversationManager } = strandsAdapter({
  settings: { 'context-limit': 6_000, maxOutputTokens: 200 },
  onPrepared: ({ kind, tokensBefore, tokensAfter }) => console.log(kind, tokensBefore, tokensAfter),
});

const agent = new Agent({
  model: new ExampleModel(),
  systemPrompt: 'Never touch main.',
  tools: [bash],
  conversationManager,
  printer: false,
});

const result = await agent.invoke('Make the build green.');
console.log(JSON.stringify(agent.messages.at(-2)!.content));
console.log(result.toString());
