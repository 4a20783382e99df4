import type { Content } from '@google/genai';

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Contents with every part kind of the API, and with members that the adapter does not read. */
export function everyPart(): Content[] {
  return [
    {
      role: 'user',
      parts: [
        { text: 'What is this?' },
        { inlineData: { mimeType: 'image/png', data: PNG } },
        {
          fileData: { mimeType: 'video/mp4', fileUri: 'https://files.example/v' },
          videoMetadata: { startOffset: '1s', endOffset: '9s' },
        },
      ],
    },
    {
      role: 'model',
      parts: [
        { text: 'The image first.', thought: true },
        {
          functionCall: { id: 'a', name: 'read', args: { path: 'a' } },
          thoughtSignature: 'c2lnbmVk',
        },
        { functionCall: { id: 'b', name: 'read', args: { path: 'b' } } },
      ],
    },
    {
      role: 'user',
      parts: [
        { functionResponse: { id: 'a', name: 'read', response: { output: 'text of a' } } },
        { functionResponse: { id: 'b', name: 'read', response: { error: 'ENOENT' } } },
      ],
    },
    {
      role: 'model',
      parts: [
        { executableCode: { code: 'print(1)', language: 'PYTHON' as never } },
        { codeExecutionResult: { outcome: 'OUTCOME_OK' as never, output: '1' } },
        { text: '', thoughtSignature: 'ZW5k' },
      ],
    },
    { role: 'user', parts: [{ text: 'And now?' }] },
  ];
}
