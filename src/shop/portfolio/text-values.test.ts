import { expect, test } from 'vitest'
import portfolio from '#db/seed/portfolio.json' with { type: 'json' }
import { portfolioTexts } from './site-texts.ts'
import { formOf, portfolioOf } from './text-values.ts'

test('the demo’s portfolio comes back from its form as it was', () => {
  const projects = portfolio.projects.map(({ image: _, ...project }) => {
    return { ...project, imgURL: `/media/${'0'.repeat(32)}.webp` }
  })
  const stored = { ...portfolio, projects }
  expect(portfolioOf(formOf(stored))).toEqual(stored)
  expect(portfolioTexts.parse(stored)).toEqual(stored)
})

test('without a portfolio, the form is that of four projects and eleven skills', () => {
  const { projects, skills, education } = portfolioOf(formOf(null))
  expect([projects.length, skills.length, education.length]).toEqual([4, 11, 3])
})
