export const ANTHROPIC_IMAGES: ReadonlySet<unknown> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
]);
export const ANTHROPIC_DOCUMENTS: ReadonlySet<unknown> = new Set(['application/pdf']);
