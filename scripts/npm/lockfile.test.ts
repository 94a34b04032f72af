import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Locked = {
  link?: boolean
  integrity?: string
  resolved?: string
  optional?: boolean
  dev?: boolean
  os?: string[]
}

test.each(['package-lock.json', 'bench/package-lock.json'])(
  'every package of %s has a checksum, and none the URL of a registry',
  (file) => {
    const { packages } = JSON.parse(readFileSync(file, 'utf8')) as {
      packages: Record<string, Locked>
    }
    const installed = Object.entries(packages).filter(([path, { link }]) => path !== '' && !link)
    expect(installed.length).toBeGreaterThan(10)
    const unchecked = installed.filter(([, locked]) => {
      // complete-lockfile.mjs adds theirs where the registry has them; some lack other platforms' tools.
      const isForeignTool = locked.optional && locked.dev && locked.os !== undefined
      return !isForeignTool && !/^sha512-/.test(locked.integrity ?? '')
    })
    expect(unchecked.map(([path]) => path)).toEqual([])
    expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
  },
)
