import { expect, test } from 'vitest'
import { createTestDatabase } from '#platform/testing/database.ts'
import type { Portfolio } from './portfolio.ts'
import { findPortfolio, storePortfolio } from './portfolio-queries.server.ts'

const portfolio: Portfolio = {
  name: 'Nora Hallberg',
  role: 'Toolmaker',
  introduction: ['One.', 'Two.'],
  email: 'nora@example.com',
  projects: [
    { title: 'A die', year: 2020, summary: 'It fits.', imgURL: '/media/a.webp', facts: [] },
  ],
  skills: [{ name: 'Filing', detail: 'Flat' }],
  education: [{ title: 'Apprentice', place: 'Ekstad', years: '1994 to 1998', text: 'Filing.' }],
}

test('the portfolio is undefined until one is stored', async () => {
  const { db } = await createTestDatabase()
  expect(await findPortfolio(db)).toBeUndefined()
  await storePortfolio(db, { ...portfolio, name: 'Nobody' })
  await storePortfolio(db, portfolio)
  expect(await findPortfolio(db)).toEqual(portfolio)
})
