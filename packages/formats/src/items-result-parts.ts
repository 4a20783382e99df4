import type { ItemDialect } from './items-dialect.ts';
import { writeAddress } from './media.ts';
import { isRecord, textOf } from './values.ts';

type Part = Readonly<Record<string, unknown>>;

/** The parts of a result as outputs hold them, those that already are as they are; `undefined` where one of them has no place there. */
export function writeResultParts(
  dialect: ItemDialect,
  result: readonly unknown[],
): readonly unknown[] | undefined {
  const parts = result.map((part) => (isRecord(part) ? writePart(dialect, part) : undefined));
  if (parts.includes(undefined)) return undefined;
  return parts.every((part, index) => part === result[index]) ? result : parts;
}

function writePart(dialect: ItemDialect, part: Part): Part | undefined {
  const { type, text } = part;
  if (typeof text === 'string') {
    if (type === 'input_text') return part;
    return type === 'text' || type === 'output_text' ? { type: 'input_text', text } : undefined;
  }
  if ((type === 'input_image' || type === 'input_file') && dialect.takesMedia(part)) return part;
  const isImage = type === 'input_image' || type === 'image' || type === 'image_url';
  const address = isImage ? imageAddress(part) : '';
  return address === '' ? undefined : { type: 'input_image', [dialect.image]: address };
}

/** The address of an image, as the Responses API, the Agents SDK, Anthropic or MCP say it. */
function imageAddress({ image_url, image, source, data, mimeType }: Part): string {
  const said = textOf(image_url) || textOf(image);
  if (said !== '') return said;
  const from = isRecord(source) ? source : { data, media_type: mimeType };
  const bytes = textOf(from['data']);
  const type = textOf(from['media_type']);
  if (bytes === '' || type === '') return textOf(from['url']);
  return writeAddress({ mimeType: type, data: bytes, encoding: 'base64' });
}
