import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Locked = {
  link?: boolean
  integrity?: string
  resolved?: string
}

test.each(['package-lock.json', 'bench/package-lock.json'])(
  'every package of %s has a checksum, and none the URL of a registry',
  (file) => {
    const { packages } = JSON.parse(readFileSync(file, 'utf8')) as {
      packages: Record<string, Locked>
    }
    const installed = Object.entries(packages).filter(([path, { link }]) => path !== '' && !link)
    expect(installed.length).toBeGreaterThan(10)
    const unchecked = installed.filter(([, { integrity = '' }]) => !/^sha512-/.test(integrity))
    expect(unchecked.map(([path]) => path)).toEqual([])
    expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
  },
)
