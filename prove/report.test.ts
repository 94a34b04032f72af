import { expect, test } from 'vitest'
import { conclude, linesOf, type Row, tableOf } from './report.ts'

const race: Row = {
  scenario: 'Race',
  database: 'embedded',
  tries: 500,
  counted: '50 pieces sold',
  deviations: [],
  seconds: 1.5,
}
const reason = 'it needs root'
const killed: Row = { scenario: 'Kill', database: 'embedded', notApplicable: reason }

test('a scenario that can’t run is reported as not applicable with the reason', () => {
  expect(linesOf(killed)).toEqual([`embedded, Kill: not applicable, ${reason}`])
  expect(tableOf([killed])).toEqual([
    expect.objectContaining({ tries: '-', counted: `not applicable, ${reason}`, deviations: '-' }),
  ])
})

test('counts tries and scenarios', () => {
  expect(linesOf(race)).toEqual(['embedded, Race: 500 tries, 0 deviations, 1.5 s'])
  expect(conclude([race, killed, { ...race, tries: 20 }])).toEqual({
    line: '2 scenarios with 520 tries, 1 not applicable: 0 deviations',
    exitCode: 0,
  })
})

test('fails with any deviation, or without any try', () => {
  const wrong = { ...race, deviations: ['51 pieces were sold'] }
  expect(linesOf(wrong)).toContain('  51 pieces were sold')
  expect(conclude([race, wrong]).exitCode).toBe(1)
  expect(conclude([killed]).exitCode).toBe(1)
})
