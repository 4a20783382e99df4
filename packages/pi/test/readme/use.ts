import { createPiExtension } from '@palimpsest/pi';

export default createPiExtension({ trigger: 0.6, target: 0.3 });
