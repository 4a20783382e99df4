import { createClient } from '@redis/client';

export type Redis = ReturnType<typeof openRedis>['client'];

/** Returns a client that fails at once, instead of waiting, while Redis does not answer. It connects again by itself. */
export function openRedis(url: string) {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    // Redis that hangs counts as lost: the pings keep a sound connection from being silent.
    pingInterval: 1_000,
    socket: { connectTimeout: 2_000, socketTimeout: 3_000, reconnectStrategy: 500 },
  });
  client.on('error', () => {}); // `GET /readyz` shows it.
  client.connect().catch(() => {});
  return {
    client,
    isReady: () =>
      client.ping().then(
        () => true,
        () => false,
      ),
  };
}
