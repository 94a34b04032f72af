import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { type Bom, type LockedPackages, licenseProblems, shippedBom } from './bill-of-materials.ts'
import { readShippedBom } from './sbom.ts'

const require = createRequire(import.meta.url)
const library = require.resolve('@cyclonedx/cyclonedx-library/package.json')
const schemaOf = (name: string) =>
  JSON.parse(readFileSync(join(dirname(library), 'res/schema', `${name}.SNAPSHOT.schema.json`), 'utf8'))

const shop = { name: 'forgewell', version: '1.0.0' }
const component = (name: string, license?: string) => ({
  'bom-ref': `${name}@1.0.0`,
  name,
  version: '1.0.0',
  ...(license && { licenses: [{ expression: license }] }),
})
const bomOf = (...components: Bom['components']): Bom => ({
  metadata: { timestamp: 'now', component: { name: 'folder' } },
  components,
  dependencies: components.map((one) => ({ ref: one['bom-ref'] })),
})

function npmMajor(): number {
  return Number.parseInt(execFileSync('npm', ['--version'], { encoding: 'utf8' }), 10)
}

test('the bill of materials is valid CycloneDX, the same each time, and names every package that ships', {
  tags: 'long',
  // Older ones have no such command.
  skip: npmMajor() < 10,
}, () => {
  const bom = readShippedBom()
  const ajv = new Ajv({ strict: false, validateFormats: false })
  for (const name of ['spdx', 'jsf-0.82']) {
    ajv.addSchema(schemaOf(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`)
  }
  const validate = ajv.compile(schemaOf('bom-1.5'))
  expect(validate(bom), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true)
  expect(readShippedBom()).toEqual(bom)
  const names = bom.components.map(({ group, name }) => (group ? `${group}/${name}` : name))
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
  )
  // A package of the tests may ship too, as a package of a package.
  const shipping = ['@noble/hashes', '@better-auth/utils', ...Object.keys(dependencies)]
  expect(shipping.filter((name) => !names.includes(name))).toEqual([])
  expect(names.filter((name) => ['fast-check', '@playwright/test'].includes(name))).toEqual([])
  expect(Object.keys(devDependencies)).toContain('fast-check')
  expect(licenseProblems(bom)).toEqual([])
})

test('packages of the tests are left out, and time and folder do not matter', () => {
  const locked: LockedPackages = {
    '': {},
    'node_modules/a': { version: '1.0.0' },
    'node_modules/b': { version: '1.0.0', dev: true },
  }
  const [a, b] = [component('a', 'MIT'), component('b', 'MIT')]
  const bom = shippedBom(bomOf(b, a), locked, shop)
  expect(bom.components.map(({ name }) => name)).toEqual(['a'])
  expect(bom.metadata.component).toMatchObject({ name: 'forgewell' })
  expect(bom.metadata.timestamp).toBeUndefined()
  expect(shippedBom(bomOf(a, b), locked, shop)).toEqual(bom)
})

test('a package without a licence, or with another than the allowed ones, is named', () => {
  const bom = bomOf(
    component('free', 'MIT AND (GPL-3.0-only OR Apache-2.0)'),
    component('copyleft', 'MIT AND AGPL-3.0-only'),
    component('unknown'),
  )
  expect(licenseProblems(bom)).toEqual(['copyleft@1.0.0: MIT, AGPL-3.0-only', 'unknown@1.0.0: no licence'])
})
