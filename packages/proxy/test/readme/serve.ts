import { fileOriginals } from '@palimpsest/originals/node';
import { serveProxy } from '@palimpsest/proxy/node';

const proxy = await serveProxy({
  compression: { contextLimit: 200_000 },
  originals: fileOriginals('.palimpsest'),
  onRequest: ({ model, bytesGiven, bytesSent }) => console.log(model, bytesGiven, bytesSent),
});
console.log(new URL(proxy.url).hostname); // 127.0.0.1
await proxy.close();
