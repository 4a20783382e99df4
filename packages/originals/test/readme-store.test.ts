import { mapOriginals } from './readme/own-store.ts';
import { storeContract } from './store-contract.ts';

storeContract('the store of the README', () => Promise.resolve(mapOriginals(new Map())));
