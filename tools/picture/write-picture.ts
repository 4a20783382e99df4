// Writes the picture of the README: `pnpm picture`.
import { writeFileSync } from 'node:fs';
import { drawSession } from './draw-session.ts';

writeFileSync(new URL('../../docs/images/session.svg', import.meta.url), await drawSession());
