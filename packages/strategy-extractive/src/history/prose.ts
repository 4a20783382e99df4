import type { CodeBlock, ContentBlock, IContent, TextBlock } from '@palimpsest/core-types';
import { BLANK_LINE, type Paragraph } from '@palimpsest/summarizer/reduce';
import { fencedCode, splitFences, type FencedPart } from '@palimpsest/text';

/** The prose of an entry: all its texts and code as one text. */
export interface Prose {
  readonly text: string;
  /** Fences and the prose between them; set if the entry has code blocks. */
  readonly parts?: readonly FencedPart[];
}

/** Returns the prose of an entry; `undefined` if it has only tool calls, tool results, media, reasoning or blank text. */
export function proseOf({ blocks }: IContent): Prose | undefined {
  const [only] = blocks;
  if (blocks.length === 1 && only?.type === 'text') return filled({ text: only.text });
  const said = blocks.filter(isProse).filter(isFilled);
  if (said.every(isText)) return filled({ text: said.map(({ text }) => text).join(BLANK_LINE) });
  return filled(withFences(said));
}

function filled(prose: Prose): Prose | undefined {
  return /\S/.test(prose.text) ? prose : undefined;
}

/** Writes code blocks as fences. Each is a separate part, even if the text before it leaves a fence open. */
function withFences(said: readonly (TextBlock | CodeBlock)[]): Prose {
  const parts: FencedPart[] = [];
  let text = '';
  for (const block of said) {
    if (text !== '') {
      parts.push({ kind: 'prose', start: text.length, end: text.length + BLANK_LINE.length });
      text += BLANK_LINE;
    }
    const at = text.length;
    if (block.type === 'code') {
      text += fencedCode(block.code, block.language);
      parts.push({ kind: 'fence', start: at, end: text.length });
    } else {
      for (const { kind, start, end } of splitFences(block.text)) {
        parts.push({ kind, start: at + start, end: at + end });
      }
      text += block.text;
    }
  }
  return { text, parts };
}

export interface RewrittenProse {
  readonly entry: IContent;
  /** The first text block of the new prose. */
  readonly textBlock: TextBlock;
}

/**
 * Returns the entry with new prose at the position of its first prose. A paragraph that is one of its code blocks stays the same block.
 * Reasoning is removed, other blocks stay. Without other blocks, the entry also loses its reference to the provider's message.
 */
export function withProse(
  entry: IContent,
  paragraphs: readonly Paragraph[],
): RewrittenProse | undefined {
  const written = withOrigin(writtenBlocks(paragraphs, codeByFence(entry)), entry.blocks);
  const textBlock = written.find((block) => block.type === 'text');
  if (textBlock === undefined) return undefined;
  const blocks: ContentBlock[] = [];
  let isWritten = false;
  let isAllProse = true;
  for (const block of entry.blocks) {
    if (block.type === 'thinking') continue;
    if (!isProse(block)) {
      isAllProse = false;
      blocks.push(block);
    } else if (!isWritten) {
      isWritten = true;
      for (const other of written) blocks.push(other);
    }
  }
  return { entry: isAllProse ? withoutOrigin(entry, blocks) : { ...entry, blocks }, textBlock };
}

/**
 * Copies the fields of the provider parts that the new prose represents, such as cache breakpoints, to its last text: that is where these
 * parts now end. Later parts override earlier ones.
 */
function withOrigin(
  written: readonly (TextBlock | CodeBlock)[],
  blocks: readonly ContentBlock[],
): readonly (TextBlock | CodeBlock)[] {
  const parts = blocks.filter(isProse).filter(isText).filter(hasPart);
  const last = parts.at(-1);
  const index = written.findLastIndex(({ type }) => type === 'text');
  if (last === undefined || index < 0) return written;
  const part: object = Object.assign({}, ...parts.map(({ native }) => native.part));
  const { providerMetadata } = last;
  return written.with(index, {
    ...written[index]!,
    ...(providerMetadata === undefined ? {} : { providerMetadata }),
    native: { ...last.native, part },
  });
}

/** Returns whether a text has a provider part. Its fields are copied whatever they mean; native data in another form is not. */
function hasPart(block: TextBlock): block is TextBlock & { readonly native: { part: object } } {
  const { native } = block;
  return (
    typeof native === 'object' &&
    native !== null &&
    'part' in native &&
    typeof native.part === 'object'
  );
}

function withoutOrigin(entry: IContent, blocks: readonly ContentBlock[]): IContent {
  const { native: _origin, ...rest } = entry;
  return { ...rest, blocks };
}

function writtenBlocks(
  paragraphs: readonly Paragraph[],
  codes: ReadonlyMap<number, CodeBlock>,
): (TextBlock | CodeBlock)[] {
  const blocks: (TextBlock | CodeBlock)[] = [];
  let open: string[] = [];
  const close = (): void => {
    if (open.length > 0) blocks.push({ type: 'text', text: open.join(BLANK_LINE) });
    open = [];
  };
  for (const { text, fence } of paragraphs) {
    const code = fence === undefined ? undefined : codes.get(fence);
    if (code === undefined) open.push(text);
    else {
      close();
      blocks.push(code);
    }
  }
  close();
  return blocks;
}

/** Returns the code blocks by the 0-based number of their fence in the prose of the entry. */
function codeByFence({ blocks }: IContent): ReadonlyMap<number, CodeBlock> {
  const codes = new Map<number, CodeBlock>();
  if (!blocks.some(({ type }) => type === 'code')) return codes;
  let fences = 0;
  for (const block of blocks) {
    if (block.type === 'code') codes.set(fences++, block);
    else if (block.type === 'text')
      fences += splitFences(block.text).filter(({ kind }) => kind === 'fence').length;
  }
  return codes;
}

export function isProse(block: ContentBlock): block is TextBlock | CodeBlock {
  return block.type === 'text' || block.type === 'code';
}

function isFilled(block: TextBlock | CodeBlock): boolean {
  return block.type === 'code' || block.text !== '';
}

function isText(block: TextBlock | CodeBlock): block is TextBlock {
  return block.type === 'text';
}
