import type { ContentBlock, IContent, TextBlock } from '@palimpsest/core-types';
import { BLANK_LINE } from '@palimpsest/summarizer/reduce';

/** Returns all texts of an entry as one; `undefined` if it has only other blocks or blank text. Entries with code blocks stay as they are. */
export function proseOf({ blocks }: IContent): string | undefined {
  if (blocks.some(({ type }) => type === 'code')) return undefined;
  const texts = blocks.filter(isText).map(({ text }) => text);
  const prose = texts.filter((text) => text !== '').join(BLANK_LINE);
  return /\S/.test(prose) ? prose : undefined;
}

/**
 * Returns the entry with a new text at the position of its first text, and without its other texts and its reasoning. Without other blocks,
 * the entry also loses its reference to the provider's message.
 */
export function withProse(entry: IContent, text: string): IContent {
  const texts = entry.blocks.filter(isText);
  const written = withOrigin({ type: 'text', text }, texts);
  const blocks = entry.blocks.flatMap((block): readonly ContentBlock[] => {
    if (block.type === 'thinking') return [];
    if (block.type !== 'text') return [block];
    return block === texts[0] ? [written] : [];
  });
  if (blocks.length > 1) return { ...entry, blocks };
  const { native: _origin, ...rest } = entry;
  return { ...rest, blocks };
}

/**
 * Copies the fields of the provider parts that a new text represents, such as cache breakpoints. Later parts override earlier ones; native
 * data in another form is not copied.
 */
function withOrigin(written: TextBlock, texts: readonly TextBlock[]): TextBlock {
  const parts = texts.filter(hasPart);
  const last = parts.at(-1);
  if (last === undefined) return written;
  const { native, providerMetadata } = last;
  const part: object = Object.assign({}, ...parts.map((text) => text.native.part));
  return {
    ...written,
    ...(providerMetadata === undefined ? {} : { providerMetadata }),
    native: { ...native, part },
  };
}

function hasPart(block: TextBlock): block is TextBlock & { readonly native: { part: object } } {
  const part = (block.native as { readonly part?: unknown } | null | undefined)?.part;
  return typeof part === 'object' && part !== null;
}

export function isText(block: ContentBlock): block is TextBlock {
  return block.type === 'text';
}
