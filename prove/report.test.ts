import { expect, test } from 'vitest'
import { killPostgresql } from './kill-postgresql.ts'
import { conclude, linesOf, type Row, tableOf } from './report.ts'

const race: Row = {
  part: 'Race',
  database: 'embedded',
  tries: 500,
  counted: '50 pieces sold',
  deviations: [],
  seconds: 1.5,
}
const reason = 'the embedded database ends with its shop'
const killed: Row = { part: 'Kill', database: 'embedded', notApplicable: reason }

test('a part that can not run says so with the reason, not that it found nothing', () => {
  expect(linesOf(killed)).toEqual([`embedded, Kill: not applicable, ${reason}`])
  expect(tableOf([killed])).toEqual([
    expect.objectContaining({ tries: '-', counted: `not applicable, ${reason}`, deviations: '-' }),
  ])
})

test('PostgreSQL can not be killed where the database is embedded', () => {
  const grounds = { open: () => Promise.reject(), close: () => Promise.resolve() }
  const why = (name: 'embedded' | 'postgresql') =>
    killPostgresql.notApplicable?.({ grounds: { ...grounds, name }, isShort: false })
  expect(why('embedded')).toContain('the embedded database ends with its shop')
  expect(why('postgresql')).toBeUndefined()
})

test('what was tried is counted', () => {
  expect(linesOf(race)).toEqual(['embedded, Race: 500 tries, 0 deviations, 1.5 s'])
  expect(conclude([race, killed, { ...race, tries: 20 }])).toEqual({
    line: '2 parts with 520 tries, 1 not applicable: 0 deviations',
    exitCode: 0,
  })
})

test('a deviation is a failure, and so is a proof that tried nothing', () => {
  const wrong = { ...race, deviations: ['51 pieces were sold'] }
  expect(linesOf(wrong)).toContain('  51 pieces were sold')
  expect(conclude([race, wrong]).exitCode).toBe(1)
  expect(conclude([killed]).exitCode).toBe(1)
})
