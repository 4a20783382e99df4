/** Names of this machine. */
export const LOOPBACK_NAMES: readonly string[] = ['127.0.0.1', '::1', 'localhost'];

/** Returns whether a host is this machine. It has no port; an IPv6 address may be in brackets. */
export function isLoopback(host: string): boolean {
  return LOOPBACK_NAMES.includes(host.replace(/^\[|\]$/g, '').toLowerCase());
}
