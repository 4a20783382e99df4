import type { MediaBlock, ToolCallBlock } from '@palimpsest/core-types';
import type { PartTable } from '../framework/part-table.ts';
import { isObject, membersOf, textMember, textOf, type Members } from '../framework/values.ts';
import { readArguments } from '../results/arguments.ts';
import { readAddress, writeAddress } from '../results/media.ts';

/** The content parts of chat completions, which LangChain has too. */
export const openaiParts: PartTable = {
  name: 'openai',
  kindIn: 'type',
  readers: {
    text: ({ text }) => (typeof text === 'string' ? { type: 'text', text } : undefined),
    image_url: ({ image_url: image }) => {
      const { url } = membersOf(image);
      return typeof url === 'string'
        ? { type: 'media', ...readAddress(url, 'image/*') }
        : undefined;
    },
    input_audio: ({ input_audio: audio }) => {
      const { data, format } = membersOf(audio);
      const mimeType = `audio/${textOf(format)}`;
      return typeof data === 'string'
        ? { type: 'media', mimeType, data, encoding: 'base64' }
        : undefined;
    },
    file: ({ file }) => {
      const { file_data: address, filename } = membersOf(file);
      const facts = readAddress(textOf(address), 'application/octet-stream');
      return isObject(file)
        ? { type: 'media', ...facts, ...textMember('filename', filename) }
        : undefined;
    },
  },
  writers: {
    text: ({ text }, part) => {
      const { id: _stale, ...rest } = part ?? {};
      return { ...rest, type: 'text', text };
    },
    media: writeMedia,
  },
};

function writeMedia(block: MediaBlock, part: Members | undefined): Members {
  const { mimeType, data, encoding, filename } = block;
  const holds = (type: 'image_url' | 'input_audio' | 'file', facts: Members): Members => ({
    ...part,
    type,
    [type]: { ...membersOf(part?.[type]), ...facts },
  });
  if (mimeType.startsWith('image/')) return holds('image_url', { url: writeAddress(block) });
  if (mimeType.startsWith('audio/') && encoding === 'base64') {
    return holds('input_audio', { data, format: mimeType.slice('audio/'.length) });
  }
  return holds('file', {
    ...textMember('filename', filename),
    file_data: writeAddress(block),
  });
}

/** Reads a call with its arguments as JSON text, or with the input of a custom tool. */
export function readFunctionCall({
  id,
  function: called,
  custom,
}: Members): Omit<ToolCallBlock, 'native'> {
  const isCustom = !isObject(called) && isObject(custom);
  const { name, input, arguments: written } = membersOf(isCustom ? custom : called);
  return {
    type: 'tool_call',
    id: textOf(id),
    name: textOf(name),
    parameters: isCustom ? input : readArguments(written),
  };
}
