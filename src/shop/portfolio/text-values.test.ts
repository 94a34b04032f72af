import { expect, test } from 'vitest'
import portfolio from '#db/seed/portfolio.json' with { type: 'json' }
import { defaultHomeTexts, portfolioTexts } from './site-texts.ts'
import { fieldNamed, homeOf, portfolioOf, valuesOfHome, valuesOfPortfolio } from './text-values.ts'

const stored = {
  ...portfolio,
  projects: portfolio.projects.map(({ image: _, ...project }) => ({
    ...project,
    imgURL: `/media/${'0'.repeat(32)}.webp`,
  })),
}

test('the demo’s portfolio and the home page come back from their fields as they were', () => {
  const values = valuesOfPortfolio(stored)
  expect(values).toMatchObject({
    projects_3_title: stored.projects[3]?.title,
    skills_10_name: expect.any(String),
  })
  expect(portfolioOf(values)).toEqual(stored)
  expect(portfolioTexts.parse(stored)).toEqual(stored)
  expect(homeOf(valuesOfHome(defaultHomeTexts))).toEqual(defaultHomeTexts)
})

test('without a portfolio, the fields are those of four projects and eleven skills', () => {
  const { projects, skills, education } = portfolioOf(valuesOfPortfolio(null))
  expect([projects.length, skills.length, education.length]).toEqual([4, 11, 3])
})

test('a refusal is shown at its field', () => {
  const values = valuesOfPortfolio(stored)
  expect(fieldNamed('skills.1.name', values)).toBe('skills_1_name')
  expect(fieldNamed('skills.10.name', values)).toBe('skills_10_name')
  expect(fieldNamed('projects.0.facts.2', values)).toBe('projects_0_facts')
  expect(fieldNamed('introduction.0', values)).toBe('introduction')
  expect(fieldNamed('version', values)).toBeUndefined()
})
