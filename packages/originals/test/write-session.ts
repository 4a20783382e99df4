// A test starts this script twice at once: 20 rounds of a conversation, saved in a shared session.
import { openOriginals } from '@palimpsest/originals';
import { fileOriginals } from '@palimpsest/originals/node';

const [directory, name] = process.argv.slice(2);
const originals = await openOriginals(fileOriginals(directory!), { session: 's' });
let now: unknown[] = [];
for (let round = 0; round < 20; round += 1) {
  const said = ['first', 'second', 'tail'].map((part) => ({
    role: 'user',
    content: `${name} ${round} ${part}`,
  }));
  const after = [{ role: 'user', content: `[${name} ${round}]` }, said[2]];
  await originals.keep(now.concat(said), after);
  now = after;
}
