import fc from 'fast-check';
import { textArbitrary } from '../text-arbitrary.ts';
import { bytesArbitrary, type Bytes } from './base64-arbitrary.ts';
import { logArbitrary } from './log-arbitrary.ts';

/** Formats in which tools and providers return the parts of a result. */
export type PartDialect =
  | 'anthropic'
  | 'openai'
  | 'responses'
  | 'gemini'
  | 'ai-sdk'
  | 'langchain'
  | 'mcp';

type Part = Readonly<Record<string, unknown>>;

/** Returns a part in the format of a dialect. A part that the dialect cannot represent becomes text. */
export function writePart(dialect: PartDialect, plan: PartPlan): Part {
  return WRITERS[dialect](plan) ?? textPart(plan);
}

const WRITERS: Readonly<Record<PartDialect, (plan: PartPlan) => Part | undefined>> = {
  anthropic(plan) {
    switch (plan.kind) {
      case 'bytes': {
        const { mimeType, data } = plan.bytes;
        const source = { type: 'base64', media_type: mimeType, data };
        if (isImage(mimeType)) return { type: 'image', source };
        const titled = plan.name === undefined ? {} : { title: plan.name };
        return isAudio(mimeType) ? undefined : { type: 'document', source, ...titled };
      }
      case 'link': {
        const type = isImage(plan.mimeType) ? 'image' : 'document';
        return { type, source: { type: 'url', url: plan.url } };
      }
      case 'document': {
        const source = { type: 'text', media_type: 'text/plain', data: plan.text };
        return { type: 'document', source, title: plan.title, citations: { enabled: true } };
      }
      case 'search': {
        const content = plan.texts.map((text) => ({ type: 'text', text }));
        return { type: 'search_result', source: 'https://example.org', title: plan.title, content };
      }
      default:
        return undefined;
    }
  },
  // The API itself accepts texts only; compatible servers also accept images and files.
  openai(plan) {
    if (plan.kind === 'link' && isImage(plan.mimeType)) {
      return { type: 'image_url', image_url: { url: plan.url } };
    }
    if (plan.kind !== 'bytes') return undefined;
    const { mimeType, data } = plan.bytes;
    const url = dataUrl(plan.bytes);
    if (isImage(mimeType)) return { type: 'image_url', image_url: { url, detail: 'low' } };
    return isAudio(mimeType)
      ? { type: 'input_audio', input_audio: { data, format: mimeType.slice(6) } }
      : { type: 'file', file: { file_data: url, filename: plan.name ?? 'file.pdf' } };
  },
  responses(plan) {
    if (plan.kind === 'bytes') {
      const url = dataUrl(plan.bytes);
      return isImage(plan.bytes.mimeType)
        ? { type: 'input_image', image_url: url, detail: 'auto' }
        : { type: 'input_file', file_data: url, filename: plan.name ?? 'file.pdf' };
    }
    if (plan.kind !== 'link') return { ...textPart(plan), type: 'input_text' };
    return isImage(plan.mimeType)
      ? { type: 'input_image', image_url: plan.url }
      : { type: 'input_file', file_url: plan.url };
  },
  gemini(plan) {
    if (plan.kind === 'link') return { fileData: { mimeType: plan.mimeType, fileUri: plan.url } };
    if (plan.kind !== 'bytes') return { text: textPart(plan).text };
    const named = plan.name === undefined ? {} : { displayName: plan.name };
    return { inlineData: { ...plan.bytes, ...named } };
  },
  'ai-sdk'(plan) {
    if (plan.kind === 'link') {
      return { type: isImage(plan.mimeType) ? 'image-url' : 'file-url', url: plan.url };
    }
    if (plan.kind !== 'bytes') return undefined;
    const { mimeType: mediaType, data } = plan.bytes;
    if (plan.name === undefined) return { type: 'media', data, mediaType };
    return isImage(mediaType)
      ? { type: 'image-data', data, mediaType }
      : { type: 'file-data', data, mediaType, filename: plan.name };
  },
  langchain(plan) {
    if (plan.kind === 'link' && isImage(plan.mimeType)) {
      return { type: 'image_url', image_url: plan.url };
    }
    if (plan.kind !== 'bytes') return undefined;
    const { mimeType, data } = plan.bytes;
    const type = isImage(mimeType) ? 'image' : isAudio(mimeType) ? 'audio' : 'file';
    if (plan.name === undefined) return { type, source_type: 'base64', mime_type: mimeType, data };
    return type === 'image'
      ? { type: 'image_url', image_url: { url: dataUrl(plan.bytes) } }
      : { type, mimeType, data };
  },
  mcp(plan) {
    switch (plan.kind) {
      case 'bytes': {
        const { mimeType, data } = plan.bytes;
        if (isImage(mimeType)) return { type: 'image', mimeType, data };
        if (isAudio(mimeType)) return { type: 'audio', mimeType, data };
        return { type: 'resource', resource: { uri: 'file:///report.pdf', mimeType, blob: data } };
      }
      case 'link':
        return { type: 'resource_link', uri: plan.url, name: 'page', mimeType: plan.mimeType };
      case 'document': {
        const resource = { uri: 'file:///notes.txt', mimeType: 'text/plain', text: plan.text };
        return { type: 'resource', resource };
      }
      default:
        return undefined;
    }
  },
};

export const DIALECTS: readonly PartDialect[] = Object.keys(WRITERS) as PartDialect[];

function isImage(mimeType: string): boolean {
  return mimeType.startsWith('image/');
}

function isAudio(mimeType: string): boolean {
  return mimeType.startsWith('audio/');
}

function dataUrl({ mimeType, data }: Bytes): string {
  return `data:${mimeType};base64,${data}`;
}

function textPart(plan: PartPlan): { readonly type: 'text'; readonly text: string } {
  switch (plan.kind) {
    case 'text':
      return { type: 'text', text: plan.text };
    case 'bytes':
      return { type: 'text', text: dataUrl(plan.bytes) };
    case 'link':
      return { type: 'text', text: `See ${plan.url}` };
    case 'document':
      return { type: 'text', text: `# ${plan.title}\n${plan.text}` };
    default:
      return { type: 'text', text: [plan.title, ...plan.texts].join('\n') };
  }
}

/** A part of a tool result, before a provider's format is chosen for it. */
export type PartPlan =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly bytes: Bytes; readonly name: string | undefined }
  | { readonly kind: 'link'; readonly mimeType: string; readonly url: string }
  /** A document that is text, as its tool read it. */
  | { readonly kind: 'document'; readonly title: string; readonly text: string }
  | { readonly kind: 'search'; readonly title: string; readonly texts: readonly string[] };

export function partPlanArbitrary(): fc.Arbitrary<PartPlan> {
  const text = fc.oneof(textArbitrary(), logArbitrary());
  // Providers reject an empty document or search result.
  const words = text.map((said) => (said.trim() === '' ? 'ok' : said));
  return fc.oneof(
    { weight: 6, arbitrary: text.map((said): PartPlan => ({ kind: 'text', text: said })) },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('bytes' as const),
        bytes: fc.oneof({ weight: 3, arbitrary: bytesArbitrary('image') }, bytesArbitrary()),
        name: fc.constantFrom(undefined, 'screenshot.png', 'Übersicht 2.pdf'),
      }),
    },
    fc.constantFrom<PartPlan>(
      { kind: 'link', mimeType: 'image/png', url: 'https://example.org/page.png' },
      { kind: 'link', mimeType: 'application/pdf', url: 'https://example.org/report.pdf' },
    ),
    fc.record({ kind: fc.constant('document' as const), title: fc.constant('Notes'), text: words }),
    fc.record({
      kind: fc.constant('search' as const),
      title: fc.constantFrom('Opening hours', 'Preise 2026'),
      texts: fc.array(words, { minLength: 1, maxLength: 2 }),
    }),
  );
}
