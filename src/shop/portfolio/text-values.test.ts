import { expect, test } from 'vitest'
import portfolio from '#db/seed/portfolio.json' with { type: 'json' }
import { demoFrame } from '#platform/http/site-frame.ts'
import { formOfFrame, frameOfForm } from './frame-values.ts'
import { defaultHomeTexts, type HomeTexts, portfolioTexts } from './site-texts.ts'
import { formOf, formOfHome, homeOf, portfolioOf } from './text-values.ts'

test('the demo’s portfolio comes back from its form as it was', () => {
  const projects = portfolio.projects.map(({ image: _, ...project }) => {
    return { ...project, imgURL: `/media/${'0'.repeat(32)}.webp` }
  })
  const stored = { ...portfolio, projects }
  expect(portfolioOf(formOf(stored))).toEqual(stored)
  expect(portfolioTexts.parse(stored)).toEqual(stored)
})

test('the form has room for four projects and eleven skills; what is left empty is not sent', () => {
  const { projects, skills, education } = formOf(null)
  expect([projects.length, skills.length, education.length]).toEqual([4, 11, 3])
  expect(portfolioOf(formOf(null))).toMatchObject({ projects: [], skills: [], education: [] })
})

test('the home page comes back from its form, with fewer figures and hidden sections', () => {
  const home: HomeTexts = {
    ...defaultHomeTexts,
    statistics: [{ what: 'Tools', howMany: '90' }],
    hidden: ['reviews', 'join'],
  }
  expect(formOfHome(home).statistics).toHaveLength(4)
  expect(homeOf(formOfHome(home))).toEqual(home)
})

test('the frame comes back from its form', () => {
  const frame = {
    ...demoFrame,
    portfolio: { name: 'Us', isHidden: true },
    heads: [{ path: '/tools' as const, title: 'All', description: '' }],
  }
  expect(frameOfForm(formOfFrame(frame))).toEqual(frame)
  const column = { heading: 'Visit', lines: ' Mill Lane \n\nMap|https://maps.example/?a=1' }
  const form = { ...formOfFrame(frame), footer: { about: '', end: '', columns: [column] } }
  expect(frameOfForm(form).footer.columns).toEqual([
    {
      heading: 'Visit',
      lines: [
        { text: 'Mill Lane', to: '' },
        { text: 'Map', to: 'https://maps.example/?a=1' },
      ],
    },
  ])
})
