import { describeWire } from '../../../adapter/test/wire-contract.ts';
import { checkGemini } from '../../../formats/test/checker/check-gemini.ts';
import { googleAdapter } from '../../src/index.ts';
import { everyPart } from './every-part.ts';

const host = 'https://generativelanguage.googleapis.com/v1beta/models';

describeWire({
  name: 'generateContent',
  url: `${host}/model-1:generateContent`,
  create(options, upstream) {
    const adapter = googleAdapter({
      ...options,
      fetch: (to, init) => upstream(to as string, init as Parameters<typeof upstream>[1]),
    });
    return adapter.fetch;
  },
  field: 'contents',
  everyPart: everyPart(),
  task: (text) => ({ role: 'user', parts: [{ text }] }),
  step: (at, output) => [
    { role: 'model', parts: [{ functionCall: { name: 'bash', args: { command: `make ${at}` } } }] },
    { role: 'user', parts: [{ functionResponse: { name: 'bash', response: { output } } }] },
  ],
  answer: (promptTokenCount) => ({ usageMetadata: { promptTokenCount, candidatesTokenCount: 9 } }),
  problems: (contents) => checkGemini(contents),
  model: {},
  alsoRewritten: [`${host}/model-1:streamGenerateContent?alt=sse`],
  leftAlone: [
    ['a token count', { url: `${host}/model-1:countTokens` }],
    ['an embedding', { url: `${host}/model-1:embedContent` }],
    ['an interaction', { url: 'https://generativelanguage.googleapis.com/v1beta/interactions' }],
    ['a body that is not JSON', { init: { body: '{' } }],
    ['a JSON array', { init: { body: '[]' } }],
    ['contents that are a text', { body: { contents: 'words' } }],
  ],
});
