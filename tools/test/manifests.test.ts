import { expect, test } from 'vitest';
import { publishedPackages } from '../published-packages.ts';

test.each(publishedPackages().map(({ name, manifest }) => [name, manifest] as const))(
  '%s takes ranges of other packages, so that an application installs each once',
  (_, { dependencies = {} }) => {
    const exact = Object.entries(dependencies).filter(([, version]) => /^\d/.test(version));
    expect(exact).toEqual([]);
  },
);
