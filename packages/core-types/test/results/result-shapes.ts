/** Returns base64 of this many bytes. Different lengths give different data. */
export function base64(bytes: number): string {
  let [text, state] = ['iVBORw0KGgoAAAANSUhEUgAABQAAAALQCAIAAAB', bytes];
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  while (text.length < (bytes * 4) / 3) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    text += letters[(state >> 16) % 64];
  }
  return text.slice(0, Math.ceil((bytes * 4) / 3));
}

const data = base64(900);
const url = `data:image/png;base64,${data}`;

/** One part of every shape that holds media, with its media type. */
export const mediaShapes: readonly (readonly [name: string, part: unknown, mimeType: string])[] = [
  [
    'Anthropic image',
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data } },
    'image/png',
  ],
  [
    'Anthropic image at an address',
    { type: 'image', source: { type: 'url', url: 'https://a.b/c.png' } },
    'image/*',
  ],
  [
    'Anthropic image in a file',
    { type: 'image', source: { type: 'file', file_id: 'file_1' } },
    'image/*',
  ],
  [
    'Anthropic document',
    {
      type: 'document',
      title: 'Plan',
      source: { type: 'base64', media_type: 'application/pdf', data },
    },
    'application/pdf',
  ],
  ['OpenAI image', { type: 'image_url', image_url: { url, detail: 'low' } }, 'image/png'],
  ['OpenAI audio', { type: 'input_audio', input_audio: { data, format: 'wav' } }, 'audio/wav'],
  [
    'OpenAI file',
    { type: 'file', file: { file_data: `data:application/pdf;base64,${data}`, filename: 'a.pdf' } },
    'application/pdf',
  ],
  [
    'OpenAI uploaded file',
    { type: 'file', file: { file_id: 'file-1' } },
    'application/octet-stream',
  ],
  ['Responses image', { type: 'input_image', image_url: url, detail: 'auto' }, 'image/png'],
  ['Responses uploaded image', { type: 'input_image', file_id: 'file-1' }, 'image/*'],
  ['Responses file', { type: 'input_file', file_data: url, filename: 'a.png' }, 'image/png'],
  ['Agents image', { type: 'input_image', image: url }, 'image/png'],
  ['Agents uploaded image', { type: 'image', image: { id: 'file-1' } }, 'image/*'],
  [
    'Agents file',
    { type: 'file', file: { data, mediaType: 'application/pdf', filename: 'a.pdf' } },
    'application/pdf',
  ],
  [
    'Gemini inline data',
    { inlineData: { mimeType: 'image/png', data, displayName: 'a.png' } },
    'image/png',
  ],
  [
    'Gemini inline data in snake case',
    { inline_data: { mime_type: 'image/png', data } },
    'image/png',
  ],
  ['Gemini file', { fileData: { mimeType: 'video/mp4', fileUri: 'gs://a/b.mp4' } }, 'video/mp4'],
  [
    'Gemini file in snake case',
    { file_data: { mime_type: 'video/mp4', file_uri: 'gs://a/b.mp4' } },
    'video/mp4',
  ],
  ['AI SDK media', { type: 'media', mediaType: 'image/png', data }, 'image/png'],
  [
    'AI SDK file',
    { type: 'file', mediaType: 'image/png', data: { type: 'data', data } },
    'image/png',
  ],
  [
    'AI SDK file of bytes',
    { type: 'file', mediaType: 'image/png', data: new Uint8Array(900) },
    'image/png',
  ],
  [
    'AI SDK file at an address',
    { type: 'file', mediaType: 'image/png', data: new URL('https://a.b/c.png') },
    'image/png',
  ],
  [
    'AI SDK file data',
    { type: 'file-data', mediaType: 'application/pdf', data },
    'application/pdf',
  ],
  ['AI SDK image data', { type: 'image-data', mediaType: 'image/png', data }, 'image/png'],
  [
    'AI SDK file address',
    { type: 'file-url', url: 'https://a.b/c.pdf' },
    'application/octet-stream',
  ],
  ['AI SDK image address', { type: 'image-url', url: 'https://a.b/c.png' }, 'image/*'],
  ['AI SDK file id', { type: 'file-id', fileId: { openai: 'file-1' } }, 'application/octet-stream'],
  ['AI SDK image file id', { type: 'image-file-id', fileId: 'file-1' }, 'image/*'],
  [
    'AI SDK file reference',
    { type: 'file-reference', providerReference: { openai: 'x' } },
    'application/octet-stream',
  ],
  ['LangChain image', { type: 'image', mimeType: 'image/png', data }, 'image/png'],
  [
    'LangChain image at an address',
    { type: 'image', source_type: 'url', url: 'https://a.b/c.png' },
    'image/*',
  ],
  [
    'LangChain file',
    { type: 'file', source_type: 'base64', mime_type: 'application/pdf', data },
    'application/pdf',
  ],
  ['LangChain file by its id', { type: 'file', fileId: 'file-1' }, 'application/octet-stream'],
  ['LangChain video', { type: 'video', url: 'https://a.b/c.mp4' }, 'video/*'],
  ['MCP image', { type: 'image', data, mimeType: 'image/png' }, 'image/png'],
  ['MCP audio', { type: 'audio', data, mimeType: 'audio/wav' }, 'audio/wav'],
  [
    'MCP resource',
    { type: 'resource', resource: { uri: 'file:///a.png', blob: data, mimeType: 'image/png' } },
    'image/png',
  ],
  ['Genkit media', { media: { url, contentType: 'image/png' } }, 'image/png'],
  ['a typed array', new Uint8Array(900), 'application/octet-stream'],
  ['the JSON of a buffer', { type: 'Buffer', data: [1, 2, 3] }, 'application/octet-stream'],
];

/** One part of every shape that holds text; the text is always `words`. */
export const textShapes: readonly (readonly [name: string, part: unknown])[] = [
  ['a text part', { type: 'text', text: 'words', cache_control: { type: 'ephemeral' } }],
  ['a text of the Responses API', { type: 'input_text', text: 'words' }],
  ['a text that was put out', { type: 'output_text', text: 'words', annotations: [] }],
  ['a text of Gemini', { text: 'words' }],
  [
    'a search result',
    { type: 'search_result', source: 's', title: 't', content: [{ type: 'text', text: 'words' }] },
  ],
  [
    'a document of text',
    { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'words' } },
  ],
  [
    'a document of parts',
    { type: 'document', source: { type: 'content', content: [{ type: 'text', text: 'words' }] } },
  ],
  ['a resource of text', { type: 'resource', resource: { uri: 'file:///a', text: 'words' } }],
];
