import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('the alert rules name only metrics that the shop serves', () => {
  const served = [
    'src/operations/shop-metrics.server.ts',
    'src/operations/metrics-page.server.ts',
    'src/operations/invariant-watch.server.ts',
  ]
    .map(read)
    .join('\n')
  const named = read('deploy/alerts.yml').match(/\bshop_\w+/g) ?? []
  expect(named.length).toBeGreaterThan(8)
  for (const name of named) expect(served).toContain(`'${name}'`)
})
