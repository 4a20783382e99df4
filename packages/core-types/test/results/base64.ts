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
