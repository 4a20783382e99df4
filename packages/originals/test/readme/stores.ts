import { openOriginals } from '@palimpsest/originals';
import { fileOriginals } from '@palimpsest/originals/node';
import { unstorageOriginals } from '@palimpsest/originals/unstorage';
import { createStorage } from 'unstorage';
import memoryDriver from 'unstorage/drivers/memory';

const month = 30 * 24 * 60 * 60;
const files = fileOriginals('/tmp/originals', { ttl: month });
const shared = unstorageOriginals(createStorage({ driver: memoryDriver() }), { ttl: month });

const redact = (text: string) => text.replaceAll(/sk-\w+/g, '[key]');
for (const store of [files, shared]) {
  const originals = await openOriginals(store, { session: 'alice/42', redact });
  console.log(originals.list().length);
  // 0
  // 0
  await originals.delete();
}
