import { expect, test } from 'vitest'
import { image } from '#server/testing/images.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUpAdmin } from '#server/testing/users.ts'
import { findHomeTexts, findPortfolio, storeTexts } from './site-texts.server.ts'
import { defaultHomeTexts, type Portfolio } from './site-texts.ts'

async function openTexts() {
  const shop = await openTestShop()
  const owen = await signUpAdmin(shop)
  const stored = await shop.images.store(await image('webp'))
  if ('refused' in stored) throw new Error(stored.refused)
  const of = <Item>(count: number, item: Item) => Array.from({ length: count }, () => item)
  const project = { title: 'A die', year: 2020, summary: 'It fits.', imgURL: stored.url, facts: [] }
  const portfolio: Portfolio = {
    name: 'Nora Hallberg',
    role: 'Toolmaker',
    introduction: ['One.', 'Two.'],
    email: 'nora@example.com',
    projects: of(4, project),
    skills: of(11, { name: 'Filing', detail: 'Flat' }),
    education: [{ title: 'Apprentice', place: 'Ekstad', years: '1994 to 1998', text: 'Filing.' }],
  }
  return { shop, owen, portfolio, project }
}

test('the home page has the texts of the specification until others are stored', async () => {
  const { shop, owen } = await openTexts()
  expect((await owen.call('GET', '/texts')).body).toEqual({
    home: { ...defaultHomeTexts, version: 0 },
    portfolio: null,
  })
  const texts = { ...defaultHomeTexts, title: 'TOOLS THAT LAST' }
  const changed = await owen.call('PUT', '/texts/home', { ...texts, version: 0 })
  expect(changed.body.home).toEqual({ ...texts, version: 1 })
  expect((await findHomeTexts(shop.db)).content).toEqual(texts)
})

test('the portfolio is undefined until one is stored, by the seed or an admin', async () => {
  const { shop, owen, portfolio } = await openTexts()
  const { db } = shop
  expect(await findPortfolio(db)).toBeUndefined()
  await storeTexts(db, 'portfolio', { ...portfolio, name: 'Nobody' })
  expect((await owen.call('PUT', '/texts/portfolio', { ...portfolio, version: 1 })).status).toBe(
    200,
  )
  expect(await findPortfolio(db)).toEqual({ content: portfolio, version: 2 })
})

test('of editors who save at once, one saves; each change is audited', async () => {
  const { shop, owen, portfolio } = await openTexts()
  await storeTexts(shop.db, 'portfolio', portfolio)
  const save = (name: string) =>
    owen.call('PUT', '/texts/portfolio', { ...portfolio, name, version: 1 })
  const answers = await Promise.all(['One', 'Two', 'Three'].map(save))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const entries = await shop.db
    .selectFrom('auditEntry')
    .select(['actor', 'subject'])
    .where('action', '=', 'texts-changed')
    .execute()
  expect(entries).toEqual([{ actor: owen.email, subject: 'portfolio' }])
})

test('the pages keep their shape, and an image is one of the shop', async () => {
  const { owen, portfolio, project } = await openTexts()
  const refused = async (change: object) => {
    const { status, body } = await owen.call('PUT', '/texts/portfolio', { ...portfolio, ...change })
    expect(status).toBe(422)
    return Object.keys(body.fields)
  }
  expect(await refused({ projects: portfolio.projects.slice(1) })).toEqual(['projects'])
  expect(await refused({ skills: portfolio.skills.slice(1) })).toEqual(['skills'])
  expect(await refused({ email: 'nobody' })).toEqual(['email'])
  const foreign = { ...project, imgURL: `/media/${'0'.repeat(32)}.webp` }
  expect(await refused({ projects: portfolio.projects.with(1, foreign) })).toEqual([
    'projects.1.imgURL',
  ])
  const three = { ...defaultHomeTexts, statistics: defaultHomeTexts.statistics.slice(1) }
  expect((await owen.call('PUT', '/texts/home', three)).status).toBe(422)
})
