const body = (load: string): string => `${load}
const messages = [{ role: 'user', content: 'Fix it' }];
for (let i = 0; i < 20; i += 1) {
  const id = 'call_' + i;
  const call = { id, type: 'function', function: { name: 'read_file', arguments: '{"path":"a.ts"}' } };
  messages.push({ role: 'assistant', content: null, tool_calls: [call] });
  messages.push({ role: 'tool', tool_call_id: id, content: 'a line\\n'.repeat(50) });
}
const palimpsest = createPalimpsest();
const compress = async (options, expected) => {
  const { messages: after, report } = await palimpsest.compress(messages, { targetRatio: 0.5, ...options });
  if (report.kind !== 'applied' || report.tokensAfter > report.targetTokens) throw new Error(JSON.stringify(report));
  if (!after.some(({ content }) => content?.includes(expected))) throw new Error(JSON.stringify(after));
};
compress({}, '• Read a.ts (9 times')
  .then(() => compress({ strategy: 'high-density' }, '[read_file a.ts: success, 50 lines]'))
  .then(() => console.log('ok'));
`;

/** Programs that compress a conversation and print `ok`: an ES module, and a script with `require`. */
export const COMPRESSING = {
  module: body(`import { createPalimpsest } from 'palimpsest';`),
  script: body(`const { createPalimpsest } = require('palimpsest');`),
} as const;
