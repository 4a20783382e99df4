/** Draws an SVG with a white background, which is readable on a dark page. */
export function svg(
  {
    width,
    height,
    title,
  }: { readonly width: number; readonly height: number; readonly title: string },
  parts: readonly string[],
): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, 'Segoe UI', Helvetica, Arial, sans-serif" font-size="12" fill="#222222" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" rx="6" fill="#ffffff"/>`,
    text({ x: 16, y: 26, size: 15, weight: 600 }, title),
    ...parts,
    '</svg>',
    '',
  ].join('\n');
}

interface TextPlace {
  readonly x: number;
  readonly y: number;
  readonly anchor?: 'end' | 'middle' | 'start';
  readonly size?: number;
  readonly weight?: number;
  /** Degrees, clockwise. */
  readonly turn?: number;
}

export function text({ x, y, anchor, size, weight, turn }: TextPlace, words: string): string {
  const place = `x="${x.toFixed(1)}" y="${y.toFixed(1)}"`;
  const more = [
    anchor === undefined ? '' : ` text-anchor="${anchor}"`,
    size === undefined ? '' : ` font-size="${size}"`,
    weight === undefined ? '' : ` font-weight="${weight}"`,
    turn === undefined ? '' : ` transform="rotate(${turn} ${x.toFixed(1)} ${y.toFixed(1)})"`,
  ].join('');
  return `<text ${place}${more}>${escaped(words)}</text>`;
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
