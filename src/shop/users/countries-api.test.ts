import { expect, test } from 'vitest'
import { createCountriesApi } from './countries-api.server.ts'

test('countries are listed by common English name, sorted, without duplicates', async () => {
  const answer = await createCountriesApi().request('/countries')
  const names: string[] = await answer.json()
  expect(answer.status).toBe(200)
  expect(names.length).toBeGreaterThan(240)
  for (const name of ['Sweden', 'Japan', 'United Kingdom', 'United States', 'Åland Islands'])
    expect(names).toContain(name)
  expect(new Set(names).size).toBe(names.length)
  expect(names.indexOf('Åland Islands')).toBeLessThan(names.indexOf('Albania'))
})
