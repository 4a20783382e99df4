import { expect, test } from 'vitest';
import { publishedPackages } from '../published-packages.ts';
import {
  findAddressProblem,
  formatRepositoryFields,
  readRepositoryAddress,
} from '../release/repository.ts';

const packages = publishedPackages().map(({ name, manifest }) => [name, manifest] as const);

test.each(packages)(
  '%s takes ranges of other packages, so that an application installs each once',
  (_, { dependencies = {} }) => {
    const exact = Object.entries(dependencies).filter(([, version]) => /^\d/.test(version));
    expect(exact).toEqual([]);
  },
);

test.each(packages)(
  '%s names its folder in the repository, its page and where to report a defect',
  (name, manifest) => {
    expect(manifest).toMatchObject(formatRepositoryFields(readRepositoryAddress(), name));
  },
);

test.each(packages)(
  '%s lists its commands among the files with side effects',
  (_, { bin = {}, sideEffects }) => {
    const listed = sideEffects === false ? [] : sideEffects;
    expect(listed).toEqual(expect.arrayContaining(Object.values(bin)));
  },
);

test('a release needs the address of the repository that it is built from', () => {
  const address = 'https://github.com/someone/palimpsest';
  expect(findAddressProblem(address, undefined)).toBeUndefined();
  expect(findAddressProblem(address, address)).toBeUndefined();
  expect(findAddressProblem(address, 'https://github.com/a/fork')).toContain('a/fork');
  expect(findAddressProblem('https://github.com/REPOSITORY_OWNER/x', undefined)).toContain(
    'pnpm set-repository',
  );
});
