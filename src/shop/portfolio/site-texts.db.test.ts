import { expect, test } from 'vitest'
import { markAsOwn } from '#operations/installation.server.ts'
import { demoFrame } from '#platform/http/site-frame.ts'
import { image } from '#server/testing/images.ts'
import { addProduct } from '#server/testing/products.ts'
import { renderPage } from '#server/testing/rendered-page.tsx'
import { openTestShop, shopUrl } from '#server/testing/test-shop.ts'
import { signUpAdmin } from '#server/testing/users.ts'
import { findHomeTexts, findPortfolio, storeTexts } from './site-texts.server.ts'
import { defaultHomeTexts, type Portfolio } from './site-texts.ts'

const site = { name: 'Forgewell', publicUrl: shopUrl, isDemo: true, offersGoogle: false }

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
    frame: { ...demoFrame, version: 0 },
  })
  const texts = { ...defaultHomeTexts, title: 'TOOLS THAT LAST' }
  const changed = await owen.call('PUT', '/texts/home', { ...texts, version: 0 })
  expect(changed.body.home).toEqual({ ...texts, version: 1 })
  expect((await findHomeTexts(shop.db, site)).content).toEqual(texts)
})

test('the portfolio is undefined until one is stored, by the seed or an admin', async () => {
  const { shop, owen, portfolio } = await openTexts()
  const { db } = shop
  expect(await findPortfolio(db)).toBeUndefined()
  await storeTexts(db, 'portfolio', { ...portfolio, name: 'Nobody' })
  expect((await owen.call('PUT', '/texts/portfolio', { ...portfolio, version: 1 })).status).toBe(200)
  expect(await findPortfolio(db)).toEqual({ content: portfolio, version: 2 })
})

test('of editors who save at once, one saves; each change is audited', async () => {
  const { shop, owen, portfolio } = await openTexts()
  await storeTexts(shop.db, 'portfolio', portfolio)
  const save = (name: string) => owen.call('PUT', '/texts/portfolio', { ...portfolio, name, version: 1 })
  const answers = await Promise.all(['One', 'Two', 'Three'].map(save))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const entries = await shop.db
    .selectFrom('auditEntry')
    .select(['actor', 'subject'])
    .where('action', '=', 'texts-changed')
    .execute()
  expect(entries).toEqual([{ actor: owen.email, subject: 'portfolio' }])
})

test('the pages have a longest shape, and an image is one of the shop', async () => {
  const { owen, portfolio, project } = await openTexts()
  const refused = async (change: object) => {
    const { status, body } = await owen.call('PUT', '/texts/portfolio', { ...portfolio, ...change })
    expect(status).toBe(422)
    return Object.keys(body.fields)
  }
  const many = Array.from({ length: 31 })
  expect(await refused({ projects: many.fill(project) })).toEqual(['projects'])
  expect(await refused({ skills: many.fill({ name: 'Filing', detail: '' }) })).toEqual(['skills'])
  expect(await refused({ email: 'nobody' })).toEqual(['email'])
  const foreign = { ...project, imgURL: `/media/${'0'.repeat(32)}.webp` }
  expect(await refused({ projects: portfolio.projects.with(1, foreign) })).toEqual(['projects.1.imgURL'])
  const figure = { what: 'Tools', howMany: '90' }
  const five = { ...defaultHomeTexts, statistics: Array.from({ length: 5 }).fill(figure) }
  expect((await owen.call('PUT', '/texts/home', five)).status).toBe(422)
  const other = { ...defaultHomeTexts, image: foreign.imgURL }
  expect((await owen.call('PUT', '/texts/home', other)).body.fields).toEqual({
    image: 'Image must be uploaded to this shop',
  })
})

const frame = {
  portfolio: { name: 'Who we are', isHidden: false },
  footer: {
    about: 'Planes since 1911.',
    end: 'Prices in US dollars.',
    columns: [
      {
        heading: 'Workshop',
        lines: [
          { text: 'Planes', to: '/tools/category/planes' },
          { text: 'Map', to: 'https://maps.example/kestrel' },
          { text: '12 Mill Lane', to: '' },
        ],
      },
    ],
  },
  heads: [{ path: '/blogs', title: 'Notes', description: 'From the bench.' }],
}

test('an owner’s frame is on the site at once; a hidden portfolio is no page', async () => {
  const { shop, owen, portfolio } = await openTexts()
  const { db } = shop
  await storeTexts(db, 'portfolio', { ...portfolio, projects: [], skills: [], email: '' })
  const saved = await owen.call('PUT', '/texts/frame', { ...frame, version: 0 })
  expect({ status: saved.status, frame: saved.body.frame }).toEqual({
    status: 200,
    frame: { ...frame, version: 1 },
  })
  expect((await owen.call('PUT', '/texts/frame', { ...frame, version: 0 })).status).toBe(409)
  const shown = { ...site, frame }
  const page = await renderPage('/about-me', { db, site: shown })
  expect(page).toContain('<h1 class="page-title">Who we are</h1>')
  expect(page).not.toMatch(/Projects|Skills|Write to me/)
  const blogs = await renderPage('/blogs', { db, site: shown })
  expect(blogs).toContain('<title>Notes | Forgewell</title>')
  expect(blogs).toContain('<meta name="description" content="From the bench."')
  const portfolioLink = 'href="/about-me"'
  expect(await renderPage('/', { db, site: shown })).toContain(portfolioLink)
  const hidden = { ...site, frame: { ...frame, portfolio: { name: 'Us', isHidden: true } } }
  expect(await renderPage('/', { db, site: hidden })).not.toContain(portfolioLink)
  expect(await renderPage('/about-me', { db, site: hidden })).toContain('Page not found')
})

test.each<[object, object]>([
  [{ portfolio: { name: '', isHidden: false } }, { 'portfolio.name': 'Required' }],
  [
    { heads: [{ path: '/dashboard', title: 'A', description: '' }] },
    { 'heads.0.path': expect.stringContaining('/purchase') },
  ],
  [
    { footer: { ...frame.footer, columns: [{ heading: 'A', lines: [] }] } },
    { 'footer.columns.0.lines': 'A column needs a line' },
  ],
  ...['javascript:alert(1)', '//evil.example', 'blogs', '/\\evil.example'].map((to): [object, object] => [
    { footer: { ...frame.footer, columns: [{ heading: 'A', lines: [{ text: 'B', to }] }] } },
    { 'footer.columns.0.lines.0.to': expect.stringContaining(`“${to}” is no address`) },
  ]),
])('%j is refused', async (change, fields) => {
  const { owen } = await openTexts()
  const { status, body } = await owen.call('PUT', '/texts/frame', { ...frame, ...change })
  expect({ status, fields: body.fields }).toEqual({ status: 422, fields })
})

test('an own shop shows the portfolio once one is written', async () => {
  const { shop, owen, portfolio } = await openTexts()
  const isHidden = async () => (await owen.call('GET', '/texts')).body.frame.portfolio.isHidden
  expect(await isHidden()).toBe(false)
  await markAsOwn(shop.db)
  const refresh = () => owen.call('PUT', '/brand', { name: 'Kestrel' })
  await refresh()
  expect(await isHidden()).toBe(true)
  await owen.call('PUT', '/texts/portfolio', portfolio)
  await refresh()
  expect(await isHidden()).toBe(false)
})

test('sections of the home page can be hidden and named; without the demo nothing of it is shown', async () => {
  const { shop, owen } = await openTexts()
  const { db } = shop
  await addProduct(db)
  const own = { ...site, name: 'Kestrel', isOwn: true }
  const empty = await renderPage('/', { db, site: own })
  expect(empty).toContain('<title>Kestrel</title>')
  expect(empty).not.toMatch(/42K|hero-image|HIGH QUALITY|forged|apple-touch-icon/i)
  const texts = { ...defaultHomeTexts, toolsTitle: 'New this week', joinTitle: 'Come by' }
  await owen.call('PUT', '/texts/home', { ...texts, hidden: ['figures', 'join'] })
  const page = await renderPage('/', { db, site })
  expect(page).toContain('New this week')
  expect(page).not.toMatch(/Come by|42K/)
})
