import type { ContentBlock, IContent } from '@palimpsest/core-types';

const HEADING =
  'The conversation so far, shortened by taking out lines that are unlikely to be needed. The tool recall returns what an id such as #1f0c9a3e stands for.';

const NAMES = { human: 'User', ai: 'Assistant', tool: 'Tool', system: 'System' } as const;

/** Returns a compacted history as one text, for a host that stores a summary instead of messages. */
export function transcriptText(history: readonly IContent[]): string {
  const turns = history.flatMap(({ speaker, blocks }) => {
    const text = blocks.map(blockText).filter(Boolean).join('\n');
    return text === '' ? [] : [`[${NAMES[speaker]}] ${text}`];
  });
  return [HEADING, ...turns].join('\n\n');
}

function blockText(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'code':
      return block.code;
    case 'tool_call':
      return `calls ${block.name} ${JSON.stringify(block.parameters)}`;
    case 'tool_response': {
      const { result, error } = block;
      const text = typeof result === 'string' ? result : JSON.stringify(result);
      return [error, text].filter(Boolean).join('\n');
    }
    case 'media':
      return `(${block.mimeType})`;
    default:
      return '';
  }
}
