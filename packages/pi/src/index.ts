import type { ExtensionApi } from './pi-types.ts';
import { createPiExtension } from './extension.ts';

export { createPiExtension, type PiOptions } from './extension.ts';

/** The extension with its defaults: what pi loads. */
const extension: (api: ExtensionApi) => void = createPiExtension();

export default extension;
