import { expect, test } from 'vitest'
import type { Row } from '#prove/report.ts'
import { mergeProof } from './proof-page.ts'

const disk: Row = {
  scenario: 'Full disk',
  database: 'embedded',
  tries: 4,
  counted: '90 orders acknowledged',
  deviations: [],
  seconds: 12.5,
}
const slow: Row = { scenario: 'Slow', database: 'embedded', notApplicable: 'no connections' }

test('a row shows figures, deviations and its run, or why it does not apply', () => {
  const page = mergeProof('', [disk, slow], '2026-01-01, seed 1')
  expect(page).toMatch(/^# Faults\n/)
  expect(page).toContain(
    '| Full disk | embedded | 4 | 90 orders acknowledged; 12.5 s | 0 | 2026-01-01, seed 1 |',
  )
  expect(page).toContain('| Slow | embedded | – | not applicable: no connections | – |')
  const lost = { ...disk, deviations: ['order 1 | is\nlost', 'order 2 is lost'] }
  expect(mergeProof('', [lost], 'now')).toContain('| 2: order 1   is lost | now |')
})

test('a row replaces the earlier one of its part and database, and the others stay', () => {
  const onServer: Row = { ...disk, database: 'postgresql' }
  const earlier = mergeProof('', [disk, onServer], 'yesterday')
  const page = mergeProof(earlier, [{ ...disk, tries: 5 }], 'today')
  expect(page.match(/^\| Full disk \|.*$/gm)).toEqual([
    '| Full disk | embedded | 5 | 90 orders acknowledged; 12.5 s | 0 | today |',
    '| Full disk | postgresql | 4 | 90 orders acknowledged; 12.5 s | 0 | yesterday |',
  ])
})
